// Option names that must not become environment variables, because they would steer the script's own machinery.

const EXACT = new Set([
  // Where programs and files are found
  ...['PATH', 'HOME', 'SHELL', 'TMPDIR', 'TMP', 'TEMP', 'CDPATH', 'FPATH', 'ZDOTDIR'],
  // What shells read before or while they run a script
  ...['ENV', 'IFS', 'SHELLOPTS', 'BASHOPTS', 'PS4', 'PROMPT_COMMAND', 'GLOBIGNORE', 'EXECIGNORE'],
  ...['POSIXLY_CORRECT'],
  // What interpreters load or run by themselves
  ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_REPL_EXTERNAL_MODULE', 'NODE_EXTRA_CA_CERTS'],
  ...['PERL5LIB', 'PERLLIB', 'PERL5OPT', 'PERL5DB', 'PERLIO'],
  ...['RUBYOPT', 'RUBYLIB', 'GEM_HOME', 'GEM_PATH', 'BUNDLE_GEMFILE'],
  ...['JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'JDK_JAVA_OPTIONS', 'CLASSPATH'],
  ...['PHPRC', 'PHP_INI_SCAN_DIR', 'R_PROFILE', 'R_PROFILE_USER', 'R_ENVIRON', 'R_ENVIRON_USER'],
  ...['TCLLIBPATH', 'AWKPATH', 'AWKLIBPATH', 'DENO_DIR', 'BUN_OPTIONS', 'BUN_INSTALL'],
  // What the C library and its friends load
  ...['GCONV_PATH', 'LOCPATH', 'NLSPATH', 'HOSTALIASES', 'RESOLV_HOST_CONF', 'GLIBC_TUNABLES'],
  ...['TERMINFO', 'TERMINFO_DIRS', 'TERMCAP', 'TZDIR', 'OPENSSL_CONF', 'OPENSSL_MODULES'],
  ...['OPENSSL_ENGINES', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_HOME'],
  // Programs that other programs start
  ...['EDITOR', 'VISUAL', 'PAGER', 'MANPAGER', 'BROWSER', 'LESSOPEN', 'LESSCLOSE', 'SUDO_ASKPASS'],
  ...['SSH_ASKPASS', 'GIT_SSH', 'GIT_SSH_COMMAND', 'GIT_ASKPASS', 'GIT_PAGER', 'GIT_EDITOR'],
  ...['GIT_SEQUENCE_EDITOR', 'GIT_EXTERNAL_DIFF', 'GIT_PROXY_COMMAND', 'GIT_EXEC_PATH', 'GIT_DIR'],
  ...['GIT_TEMPLATE_DIR', 'MAKEFLAGS', 'MAKEFILES', 'RUSTC_WRAPPER'],
]);

const PREFIXES = [
  ...['LD_', 'DYLD_', 'BASH_', 'PYTHON', 'LUA_', 'MALLOC_', 'GIT_CONFIG', 'NPM_CONFIG_'],
  ...['npm_config_'],
  // What the server tells the script about itself
  'MCPD_',
];

/** Such an option is handed over on stdin only. */
export function isDangerousName(name: string): boolean {
  return (
    EXACT.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)) || !isVariableName(name)
  );
}

/** An environment cannot hold other names: `a=b` would set `a`. */
function isVariableName(name: string): boolean {
  return name !== '' && !name.includes('=') && !name.includes('\0');
}
