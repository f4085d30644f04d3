// What Plugboard decided beyond the script specification: mcpd flags, routes and improvements.

export const MCPD_DECISIONS = [
  // Keep
  { id: 'mcpd:keep:script-directory-unchanged', quote: 'an existing directory of scripts' },
  { id: 'mcpd:keep:client-configuration-unchanged', quote: 'an existing client configuration' },
  { id: 'mcpd:keep:start-command-unchanged', quote: 'an existing start command work unchanged' },
  { id: 'mcpd:keep:tool-names-with-slash', quote: 'tool names with /' },
  { id: 'mcpd:keep:state-uris', quote: 'mcpd://<tool>/state URIs' },
  { id: 'mcpd:keep:options-on-stdin-one-object', quote: 'options on stdin as one JSON object' },
  { id: 'mcpd:keep:options-in-env-own-names', quote: 'in the environment under their own names' },
  {
    id: 'mcpd:keep:stdout-trailing-whitespace-trimmed',
    quote: 'stdout with trailing whitespace trimmed',
  },
  { id: 'mcpd:keep:is-error-on-non-zero-exit', quote: 'isError on a non-zero exit' },
  {
    id: 'mcpd:keep:help-any-json-on-stdout',
    quote: 'lenient --help acceptance (any JSON on stdout',
  },
  { id: 'mcpd:keep:help-empty-stderr-no-options', quote: 'empty stderr = no options' },
  { id: 'mcpd:keep:at-most-five-levels', quote: 'at most five levels' },
  { id: 'mcpd:keep:symlinked-files-followed', quote: 'symlinked files followed' },
  { id: 'mcpd:keep:flag-names', quote: 'flag names' },
  { id: 'mcpd:keep:environment-names', quote: 'environment names' },
  { id: 'mcpd:keep:port-1995', quote: 'port 1995' },
  { id: 'mcpd:keep:route-paths', quote: 'route paths' },
  { id: 'mcpd:keep:rest-envelope', quote: 'the REST envelope and its codes' },
  { id: 'mcpd:keep:bcrypt-sha256hex-passwords', quote: 'bcrypt(sha256hex) passwords' },
  // Better than the original: running scripts
  { id: 'mcpd:better:concurrent-http', quote: 'concurrent HTTP' },
  {
    id: 'mcpd:better:stateful-calls-serialised',
    quote: 'calls to one script serialised by default when it has state: true',
  },
  { id: 'mcpd:better:both-pipes-drained', quote: 'both pipes drained' },
  { id: 'mcpd:better:timeout', quote: 'timeout' },
  { id: 'mcpd:better:process-group-kill', quote: 'process-group kill' },
  { id: 'mcpd:better:output-cap', quote: 'output cap' },
  { id: 'mcpd:better:epipe-on-stdin-ignored', quote: 'EPIPE on stdin ignored' },
  { id: 'mcpd:better:config-variables-on-call', quote: 'MCPD_CONFIG_* also on tools/call' },
  { id: 'mcpd:better:script-config-on-call', quote: '--script-config also on tools/call' },
  // Better than the original: options
  { id: 'mcpd:better:size-counts-characters', quote: 'size counts characters' },
  { id: 'mcpd:better:integer-accepted-for-float', quote: '1 accepted for a float' },
  {
    id: 'mcpd:better:any-array-and-object-on-stdin',
    quote: 'arrays and objects passed for any (JSON on stdin',
  },
  {
    id: 'mcpd:better:any-array-and-object-in-env',
    quote: 'arrays and objects passed for any (JSON on stdin, JSON text in env)',
  },
  { id: 'mcpd:better:required-enforced', quote: 'required enforced' },
  { id: 'mcpd:better:undeclared-arguments-rejected', quote: 'undeclared arguments rejected' },
  {
    id: 'mcpd:better:undeclared-arguments-never-exported',
    quote: 'undeclared arguments rejected, never exported',
  },
  {
    id: 'mcpd:better:dangerous-names-stdin-only',
    quote: 'option names that would shadow a dangerous variable',
  },
  { id: 'mcpd:better:dangerous-name-path', quote: 'a dangerous variable goes to stdin only: PATH' },
  { id: 'mcpd:better:dangerous-name-ld', quote: 'a dangerous variable goes to stdin only: LD_*' },
  {
    id: 'mcpd:better:dangerous-name-dyld',
    quote: 'a dangerous variable goes to stdin only: DYLD_*',
  },
  {
    id: 'mcpd:better:dangerous-name-bash-env',
    quote: 'a dangerous variable goes to stdin only: BASH_ENV',
  },
  {
    id: 'mcpd:better:dangerous-name-bash-func',
    quote: 'a dangerous variable goes to stdin only: BASH_FUNC_*',
  },
  { id: 'mcpd:better:dangerous-name-env', quote: 'a dangerous variable goes to stdin only: ENV' },
  { id: 'mcpd:better:dangerous-name-ifs', quote: 'a dangerous variable goes to stdin only: IFS' },
  {
    id: 'mcpd:better:dangerous-name-node-options',
    quote: 'a dangerous variable goes to stdin only: NODE_OPTIONS',
  },
  {
    id: 'mcpd:better:dangerous-name-python',
    quote: 'a dangerous variable goes to stdin only: PYTHON*',
  },
  {
    id: 'mcpd:better:dangerous-names-validate-warning',
    quote: 'go to stdin only, with a warning in validate',
  },
  // Better than the original: protection and HTTP
  { id: 'mcpd:better:daemon-secrets-stripped', quote: 'secrets of the daemon stripped' },
  { id: 'mcpd:better:api-token-alone-protects', quote: 'an API token alone protects' },
  { id: 'mcpd:better:static-paths-normalised', quote: 'static paths normalised' },
  {
    id: 'mcpd:better:both-password-hashed-headers',
    quote: 'both PASSWORD-HASHED headers accepted',
  },
  { id: 'mcpd:better:http-202', quote: '202 for a notification (the original answers 204)' },
  {
    id: 'mcpd:better:http-405',
    quote: '405 for a method the MCP endpoint does not serve (the original answers 404)',
  },
  { id: 'mcpd:better:ping', quote: 'ping answered (the original: -32601)' },
  { id: 'mcpd:better:version-negotiation', quote: 'version negotiation' },
  { id: 'mcpd:better:every-protocol-revision', quote: 'every protocol revision' },
  // Better than the original: discovery and listing
  { id: 'mcpd:better:deterministic-order', quote: 'deterministic order' },
  { id: 'mcpd:better:root-name-bug-fixed', quote: 'the root-name bug fixed' },
  {
    id: 'mcpd:better:root-name-both-accepted',
    quote: 'the root-name bug fixed with both names accepted',
  },
  { id: 'mcpd:better:hidden-files-not-entered', quote: 'hidden files not entered' },
  { id: 'mcpd:better:hidden-directories-not-entered', quote: 'hidden directories not entered' },
  { id: 'mcpd:better:link-loops-not-entered', quote: 'loops of links, not entered' },
  { id: 'mcpd:better:title-exposed', quote: 'title exposed' },
  { id: 'mcpd:better:version-exposed', quote: 'version exposed' },
  { id: 'mcpd:better:annotations-exposed', quote: 'annotations exposed' },
  { id: 'mcpd:better:rescan-by-file-watching', quote: 're-scan by file watching' },
  { id: 'mcpd:better:list-changed', quote: 're-scan by file watching with listChanged' },
  { id: 'mcpd:better:help-answers-cached', quote: '--help answers cached by path, size and mtime' },
  { id: 'mcpd:better:help-run-in-parallel', quote: 'run in parallel' },
  // Better than the original: results and logs
  { id: 'mcpd:better:exit-code-in-meta', quote: 'the exit code in _meta' },
  { id: 'mcpd:better:stderr-tail-in-meta', quote: 'the tail of stderr in _meta' },
  {
    id: 'mcpd:better:exit-and-stderr-in-text-when-stdout-empty',
    quote: 'in the text when stdout is empty',
  },
  {
    id: 'mcpd:better:log-prefixes-matched-as-words',
    quote: 'stderr log prefixes matched as words',
  },
  {
    id: 'mcpd:better:log-messages-while-running',
    quote: 'sent as MCP log messages while the script runs',
  },
  // Sessionless clients
  { id: 'mcpd:sessionless:one-handler', quote: '/api/mcp and /mcp share one handler.' },
  { id: 'mcpd:sessionless:no-session-id', quote: 'On /api/mcp a POST without Mcp-Session-Id' },
  { id: 'mcpd:sessionless:no-prior-initialize', quote: 'without a prior initialize' },
  { id: 'mcpd:sessionless:any-accept', quote: 'with any Accept is answered' },
  {
    id: 'mcpd:sessionless:one-json-reply',
    quote: 'is answered as one JSON reply (what existing mcpd clients send)',
  },
  {
    id: 'mcpd:sessionless:session-id-follows-revision',
    quote: 'requests that carry a session id or a 2026 _meta follow their revision',
  },
  {
    id: 'mcpd:sessionless:meta-2026-follows-revision',
    quote: 'a 2026 _meta follow their revision',
  },
  { id: 'mcpd:sessionless:mcp-is-strict', quote: '/mcp is strict.' },
  // Auth
  { id: 'mcpd:auth:refuses-non-loopback', quote: 'Refuses to listen on a non-loopback address' },
  { id: 'mcpd:auth:bearer-allows-non-loopback', quote: 'unless Bearer is configured' },
  { id: 'mcpd:auth:basic-allows-non-loopback', quote: 'unless Basic is configured' },
  { id: 'mcpd:auth:tls-alone-is-not-auth', quote: 'TLS alone is not authentication' },
  {
    id: 'mcpd:auth:allow-unauthenticated-with-warning',
    quote: '--allow-unauthenticated lifts it with a warning.',
  },
  {
    id: 'mcpd:auth:http-auth-variables-stripped',
    quote: 'Inherited MCPD_HTTP_AUTH_* are stripped from children',
  },
  {
    id: 'mcpd:auth:config-username-passed',
    quote: 'MCPD_CONFIG_SERVER_USERNAME passed, as the specification promises',
  },
  {
    id: 'mcpd:auth:config-api-token-passed',
    quote: 'MCPD_CONFIG_SERVER_API_TOKEN passed, as the specification promises',
  },
  {
    id: 'mcpd:auth:config-variables-on-state',
    quote: 'MCPD_CONFIG_* and --script-config go to calls, --state',
  },
  {
    id: 'mcpd:auth:config-variables-on-help',
    quote: 'MCPD_CONFIG_* and --script-config go to calls, --state and --help',
  },
  { id: 'mcpd:auth:option-variables-only-to-calls', quote: 'option variables only to calls' },
  // Limits
  { id: 'mcpd:limits:help-10-s', quote: '--help 10 s' },
  { id: 'mcpd:limits:state-30-s', quote: '--state 30 s' },
  { id: 'mcpd:limits:calls-300-s', quote: 'calls 300 s' },
  { id: 'mcpd:limits:script-timeout-flag', quote: '--script-timeout SECS' },
  { id: 'mcpd:limits:script-timeout-0-is-none', quote: '--script-timeout SECS, 0 = none' },
  { id: 'mcpd:limits:16-scripts-at-once', quote: 'at most 16 scripts at once' },
  { id: 'mcpd:limits:max-concurrent-flag', quote: 'at most 16 scripts at once (--max-concurrent)' },
  {
    id: 'mcpd:limits:stateful-one-call-at-a-time',
    quote: 'state: true scripts one call at a time',
  },
  { id: 'mcpd:limits:state-reads-do-not-wait', quote: '--state reads do not wait for it' },
  // Options
  {
    id: 'mcpd:options:required-default-not-in-schema',
    quote: 'A default of a required option is not in the schema',
  },
  {
    id: 'mcpd:options:required-default-not-used',
    quote: 'A default of a required option is not used',
  },
  {
    id: 'mcpd:options:wrong-type-default-is-a-problem',
    quote: 'A default of the wrong type makes the script a reported problem',
  },
  {
    id: 'mcpd:options:default-outside-enum-is-a-problem',
    quote: 'A default outside the enum makes the script a reported problem',
  },
  {
    id: 'mcpd:options:additional-properties-false',
    quote: 'The schema says additionalProperties: false.',
  },
  {
    id: 'mcpd:options:dangerous-names-closed-list',
    quote: 'Dangerous names are a closed, case-sensitive list',
  },
  {
    id: 'mcpd:options:dangerous-names-case-sensitive',
    quote: 'case-sensitive list (path is fine)',
  },
  { id: 'mcpd:options:directory-links-followed', quote: 'Links to directories are followed' },
  {
    id: 'mcpd:options:ancestor-links-not-followed',
    quote: 'are followed unless they lead to an ancestor',
  },
  {
    id: 'mcpd:options:validate-marks-extras',
    quote: 'validate marks what we accept beyond the specification.',
  },
  // Later
  {
    id: 'mcpd:later:notice-on-stderr',
    quote: 'until then these flags are accepted with a notice on stderr',
  },
  // Accept more
  { id: 'mcpd:accept:float-default-written-1', quote: 'float default written 1' },
  { id: 'mcpd:accept:optional-without-default', quote: 'optional without default' },
  {
    id: 'mcpd:accept:optional-absent-when-not-given',
    quote: 'optional without default (absent when not given)',
  },
  { id: 'mcpd:accept:fractional-size-limits', quote: 'fractional size limits' },
  { id: 'mcpd:accept:warn-prefix', quote: 'WARN accepted as a log prefix' },
  {
    id: 'mcpd:accept:exit-codes-map-to-meanings',
    quote: 'Exit codes 1 to 5+ map to the meanings of the specification',
  },
  { id: 'mcpd:accept:exit-codes-visible-to-client', quote: 'are visible to the client' },
  // Names for strict clients
  { id: 'mcpd:names:table-of-client-names', quote: 'a table of clientInfo names that reject /' },
  { id: 'mcpd:names:claude-ai', quote: 'clientInfo names that reject /: claude-ai' },
  { id: 'mcpd:names:claude-code', quote: 'clientInfo names that reject /: claude-code' },
  { id: 'mcpd:names:codex', quote: 'clientInfo names that reject /: codex' },
  { id: 'mcpd:names:copilot', quote: 'clientInfo names that reject /: copilot' },
  { id: 'mcpd:names:each-with-its-source', quote: 'each with its source' },
  { id: 'mcpd:names:slash-becomes-double-underscore', quote: 'For them / becomes __' },
  { id: 'mcpd:names:dot-becomes-double-underscore', quote: 'For them . becomes __' },
  { id: 'mcpd:names:blank-becomes-double-underscore', quote: 'For them blanks become __' },
  { id: 'mcpd:names:cut-to-64', quote: 'cut to 64' },
  { id: 'mcpd:names:hash-on-collision', quote: 'cut to 64 with a hash on collision' },
  { id: 'mcpd:names:others-see-specification-names', quote: 'all others see the specification' },
  { id: 'mcpd:names:both-spellings-callable', quote: 'both spellings are callable' },
  { id: 'mcpd:names:separator-flag-overrides', quote: '--tool-name-separator overrides.' },
  // Help cache
  {
    id: 'mcpd:help-cache:in-user-cache-directory',
    quote: '--help cache in the cache directory of the user',
  },
  { id: 'mcpd:help-cache:key-real-path', quote: '--help cache key: real path' },
  { id: 'mcpd:help-cache:key-inode', quote: '--help cache key: inode' },
  { id: 'mcpd:help-cache:key-size', quote: '--help cache key: size' },
  { id: 'mcpd:help-cache:key-mtime', quote: '--help cache key: mtime' },
  { id: 'mcpd:help-cache:key-ctime', quote: '--help cache key: ctime' },
  { id: 'mcpd:help-cache:no-cache-flag', quote: '--help cache: --no-cache' },
  // Flags and their environment names
  { id: 'mcpd:flag:http-host', quote: '--http-host | MCPD_HTTP_HOST | 127.0.0.1' },
  { id: 'mcpd:flag:http-port', quote: '--http-port | MCPD_HTTP_PORT | 1995' },
  {
    id: 'mcpd:flag:http-base-path',
    quote: '--http-base-path | MCPD_HTTP_BASE_PATH | / | must start and end with /',
  },
  {
    id: 'mcpd:flag:http-tls-cert-file',
    quote: '--http-tls-cert-file | MCPD_HTTP_TLS_CERT_FILE | needs the key file, else exit 1',
  },
  {
    id: 'mcpd:flag:http-tls-key-file',
    quote: '--http-tls-key-file | MCPD_HTTP_TLS_KEY_FILE | needs the cert file, else exit 1',
  },
  {
    id: 'mcpd:flag:http-read-timeout-secs',
    quote: '--http-read-timeout-secs | MCPD_HTTP_READ_TIMEOUT | 30',
  },
  {
    id: 'mcpd:flag:http-write-timeout-secs',
    quote: '--http-write-timeout-secs | MCPD_HTTP_WRITE_TIMEOUT | 30',
  },
  {
    id: 'mcpd:flag:http-auth-username',
    quote: '--http-auth-username | MCPD_HTTP_AUTH_USERNAME | "" | set without password = exit 1',
  },
  {
    id: 'mcpd:flag:http-auth-password-file',
    quote: '--http-auth-password-file | MCPD_HTTP_AUTH_PASSWORD_FILE',
  },
  {
    id: 'mcpd:flag:http-auth-password-sha512',
    quote: '--http-auth-password-sha512 | MCPD_HTTP_AUTH_PASSWORD_SHA512',
  },
  {
    id: 'mcpd:flag:http-auth-captcha',
    quote: '--http-auth-captcha: accepted with a notice on stderr',
  },
  {
    id: 'mcpd:flag:http-auth-captcha-case-sensitive',
    quote: '--http-auth-captcha-case-sensitive: accepted with a notice on stderr',
  },
  {
    id: 'mcpd:flag:http-auth-api-token',
    quote: '--http-auth-api-token | MCPD_HTTP_AUTH_API_TOKEN | – | never expires',
  },
  {
    id: 'mcpd:flag:http-auth-token-timeout',
    quote: '--http-auth-token-timeout | MCPD_HTTP_AUTH_TOKEN_TIMEOUT | 604800 | seconds',
  },
  {
    id: 'mcpd:flag:script-root-directory',
    quote: '--script-root-directory | MCPD_SCRIPT_ROOT_DIRECTORY | required',
  },
  { id: 'mcpd:flag:script-config', quote: '--script-config KEY=JSON (repeat)' },
  { id: 'mcpd:flag:www-ui-enable', quote: '--www-ui-enable: accepted with a notice on stderr' },
  {
    id: 'mcpd:flag:www-static-directory',
    quote: '--www-static-directory: accepted with a notice on stderr',
  },
  { id: 'mcpd:flag:www-config', quote: '--www-config: accepted with a notice on stderr' },
  { id: 'mcpd:flag:trace', quote: '--trace: quiet > trace > debug' },
  { id: 'mcpd:flag:debug', quote: '--debug: quiet > trace > debug' },
  { id: 'mcpd:flag:quiet', quote: '--quiet: quiet > trace > debug' },
  { id: 'mcpd:flag:flags-win-over-env', quote: 'Flags win over env.' },
  // Routes that remain, their envelope and its codes
  { id: 'mcpd:route:post-api-mcp', quote: 'MCP endpoint POST /api/mcp' },
  {
    id: 'mcpd:route:get-api-auth-test',
    quote: 'GET /api/auth/test | token | result null; 401 2010/2011/2012',
  },
  {
    id: 'mcpd:route:post-api-auth-token',
    quote: 'POST /api/auth/token | Basic | {"token":128 hex}',
  },
  {
    id: 'mcpd:route:auth-token-cookie',
    quote: 'Set-Cookie: mcpd_token=…; Path=/; Max-Age=604800; SameSite=None; Secure;',
  },
  { id: 'mcpd:route:auth-token-without-auth', quote: 'works without credentials when auth is off' },
  {
    id: 'mcpd:route:get-api-public-configuration',
    quote: 'GET /api/public/configuration | none | --www-config map',
  },
  { id: 'mcpd:route:anything-else-404', quote: 'anything else | – | 404 text "Not Found"' },
  { id: 'mcpd:route:api-mcp-trailing-slash-404', quote: '404 text "Not Found" (also /api/mcp/)' },
  { id: 'mcpd:route:query-strings-ignored', quote: 'query strings are ignored' },
  { id: 'mcpd:route:envelope-shape', quote: '{"ok":bool,"result":any,"code"?:int}' },
  { id: 'mcpd:route:envelope-content-type', quote: 'content-type application/json; charset=utf-8' },
  {
    id: 'mcpd:route:password-plain-or-sha256-hex',
    quote: 'Basic password is plain, or SHA-256 hex with X-MCPD-PASSWORD-HASHED: true',
  },
  { id: 'mcpd:code:2002-base64', quote: '2002/400 base64' },
  { id: 'mcpd:code:2003-no-colon', quote: '2003/401 no :' },
  { id: 'mcpd:code:2005-unknown-method', quote: '2005/400 "Unknown authentication method' },
  {
    id: 'mcpd:code:2006-invalid-basic',
    quote: '2006/400 "Invalid basic authentication with header value …"',
  },
  { id: 'mcpd:code:2007-invalid-credentials', quote: '2007/401 "Invalid username or password"' },
  { id: 'mcpd:code:2010-token-not-found', quote: '2010/401 "Token not found or expired"' },
  { id: 'mcpd:code:2011-token-expired', quote: '2011/401 "Token is expired"' },
  { id: 'mcpd:code:2012-token-invalid', quote: '2012/401 "Token is invalid"' },
] as const;
