// Option names that must not become environment variables, because they would steer the script's own machinery.

/** Exact names, by what they steer. */
const EXACT = {
  lookup: 'PATH HOME SHELL TMPDIR TMP TEMP CDPATH FPATH ZDOTDIR',
  shells: 'ENV IFS SHELLOPTS BASHOPTS PS4 PROMPT_COMMAND GLOBIGNORE EXECIGNORE POSIXLY_CORRECT',
  node: 'NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE NODE_EXTRA_CA_CERTS BUN_OPTIONS DENO_DIR',
  perl: 'PERL5LIB PERLLIB PERL5OPT PERL5DB PERLIO',
  ruby: 'RUBYOPT RUBYLIB GEM_HOME GEM_PATH BUNDLE_GEMFILE',
  java: 'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH',
  others: 'PHPRC PHP_INI_SCAN_DIR R_PROFILE R_PROFILE_USER R_ENVIRON TCLLIBPATH AWKPATH AWKLIBPATH',
  libraries: 'GCONV_PATH LOCPATH NLSPATH HOSTALIASES RESOLV_HOST_CONF GLIBC_TUNABLES TZDIR',
  terminals: 'TERMINFO TERMINFO_DIRS TERMCAP',
  certificates: 'OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES SSL_CERT_FILE SSL_CERT_DIR CURL_HOME',
  programs: 'EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE SUDO_ASKPASS SSH_ASKPASS',
  git: 'GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS GIT_PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_DIR',
  gitMore: 'GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND GIT_EXEC_PATH GIT_TEMPLATE_DIR',
  builds: 'MAKEFLAGS MAKEFILES RUSTC_WRAPPER',
} as const;

/** Beginnings of names; `MCPD_` is what the server tells the script about itself. */
const BEGINNING =
  /^(?:LD_|DYLD_|BASH_|PYTHON|LUA_|MALLOC_|GIT_CONFIG|NPM_CONFIG_|npm_config_|MCPD_)/u;

const NAMES = new Set(Object.values(EXACT).flatMap((names) => names.split(' ')));

/** Such an option is handed over on stdin only. */
export function isDangerousName(name: string): boolean {
  return NAMES.has(name) || BEGINNING.test(name) || !isVariableName(name);
}

/** An environment cannot hold other names: `a=b` would set `a`. */
function isVariableName(name: string): boolean {
  return name !== '' && !name.includes('=') && !name.includes('\0');
}
