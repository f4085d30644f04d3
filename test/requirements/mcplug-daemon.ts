// What the mcplug specification, the decisions about it and its users expect of the daemon.

export const MCPLUG_DAEMON = [
  {
    id: 'mcplug:daemon:start-on-demand',
    quote: 'started on demand by the first call to a keep-alive server',
  },
  {
    id: 'mcplug:daemon:keep-alive',
    quote: 'keep-alive: Managed by daemon; persists between CLI invocations',
  },
  { id: 'mcplug:daemon:one-start', quote: 'ten parallel first calls start one' },
  { id: 'mcplug:daemon:permissions', quote: '~/.mcplug/daemon.sock (0600 in a 0700 directory)' },
  { id: 'mcplug:daemon:directory', quote: 'state directory overridable' },
  {
    id: 'mcplug:daemon:killed',
    quote: 'kill -9 of it leaves no child alive and no stale socket that blocks the next start',
  },
  { id: 'mcplug:daemon:stale-lock', quote: 'a lock left by a dead starter is recovered' },
  { id: 'mcplug:daemon:pid-reuse', quote: 'SIGTERM to whatever pid the file names: never' },
  {
    id: 'mcplug:daemon:ephemeral',
    quote: 'ephemeral: Spawned per-invocation; terminated after call completes',
  },
  {
    id: 'mcplug:daemon:keepalive-variable',
    quote: 'MCPLUG_KEEPALIVE, MCPLUG_DISABLE_KEEPALIVE (csv, *)',
  },
  { id: 'mcplug:daemon:never-twice', quote: 'never runs a tool call twice' },
  { id: 'mcplug:daemon:restarts-crashed', quote: 'restarts a crashed server' },
  { id: 'mcplug:daemon:idempotent-again', quote: 'unless the tool is marked idempotent' },
  {
    id: 'mcplug:daemon:lost-not-repeated',
    quote: 'a call whose daemon died is reported, not run again by the client',
  },
  { id: 'mcplug:daemon:client-gone', quote: 'cancellation sent when the client is gone' },
  {
    id: 'mcplug:daemon:env-isolation',
    quote: 'The environment given to one server is never visible to another.',
  },
  { id: 'mcplug:daemon:env-not-logged', quote: 'the environment of a caller is never logged' },
  {
    id: 'mcplug:daemon:projects-apart',
    quote: 'two projects with the same server name never share one',
  },
  { id: 'mcplug:daemon:same-command-line', quote: 'the daemon runs the same commands' },
  { id: 'mcplug:daemon:arguments-not-logged', quote: 'daemon start --log' },
  { id: 'mcplug:daemon:idle-stop', quote: 'per-server lazy start and idle stop' },
  { id: 'mcplug:daemon:busy-is-not-idle', quote: 'a call in flight is no idle time' },
  { id: 'mcplug:daemon:daemon-idle-stop', quote: 'daemonIdleTimeoutMs' },
  { id: 'mcplug:daemon:reload', quote: 'reloads when the config changes' },
  {
    id: 'mcplug:daemon:hand-over',
    quote: 'a daemon of another version finishes its calls and hands over',
  },
  { id: 'mcplug:daemon:displaced', quote: 'a daemon nobody can reach does not stay' },
  { id: 'mcplug:daemon:sigterm', quote: 'daemon gracefully terminates child processes' },
  { id: 'mcplug:daemon:commands', quote: 'mcplug daemon start|stop|restart [server]' },
  {
    id: 'mcplug:daemon:status',
    quote: 'Report PID, uptime, managed server count, per-server connection state',
  },
  { id: 'mcplug:daemon:stop', quote: 'Send shutdown signal' },
  { id: 'mcplug:daemon:wrong-words', quote: 'messages name the thing and the way out' },
  {
    id: 'mcplug:daemon:no-leaks',
    quote: '200 calls with random kills of client, daemon and server; no process of ours is left',
    run: 'slow',
  },
] as const;
