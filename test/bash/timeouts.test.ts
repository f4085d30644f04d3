// How long a tool may run: by itself, by its metadata, by the request, and extended by progress.
import { describe, expect } from 'vitest';
import { countMarked, newMark } from '../scripts/processes.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { callOnce, failOnce, textOf } from './stage.ts';

const FOREVER = 'while :; do sleep 0.05; done';

describe('a tool that does not end', () => {
  verifies('mcp-bash:timeout:default', 'ends by the default time', async () => {
    const error = await failOnce(FOREVER, { env: { MCPBASH_DEFAULT_TOOL_TIMEOUT: '1' } });
    expect(error).toMatchObject({ code: 'timeout', wire: -32603 });
  });

  verifies(
    ['mcp-bash:timeout:tool', 'mcp-bash:timeout:error'],
    'ends by its own time, and says why',
    async () => {
      const meta = { timeoutSecs: 1, timeoutHint: 'Ask for less' };
      const error = await failOnce(FOREVER, { meta });
      expect(error).toMatchObject({
        code: 'timeout',
        wire: -32603,
        hint: 'Ask for less',
        data: { type: 'timeout', timeoutSecs: 1, reason: 'fixed' },
      });
    },
  );

  verifies('mcp-bash:timeout:request', "ends by the request's time", async () => {
    const request = { id: 1, params: { timeoutSecs: 0.2 } };
    const error = await failOnce(FOREVER, { meta: { timeoutSecs: 60 }, request });
    expect(error.data).toMatchObject({ timeoutSecs: 0.2 });
  });

  verifies(
    'mcp-bash:timeout:stubborn',
    'and ignores TERM is killed with all it started',
    async () => {
      const mark = newMark();
      const body = `trap '' TERM; sh -c "trap '' TERM; while :; do sleep 1; done" ${mark} & ${FOREVER}`;
      const error = await failOnce(body, { meta: { timeoutSecs: 0.3 } });
      expect(error.code).toBe('timeout');
      await waitUntil(async () => (await countMarked(mark)) === 0);
    },
  );
});

describe('time that progress extends', () => {
  const meta = { timeoutSecs: 0.4, progressExtendsTimeout: true };
  const token = { request: { id: 1, params: { _meta: { progressToken: 1 } } } };

  verifies('mcp-bash:timeout:idle', 'goes on while there is progress', async () => {
    const body = 'for i in 1 2 3 4 5 6; do mcp_progress $i ""; sleep 0.15; done; echo done';
    expect(textOf(await callOnce(body, { meta, ...token }))).toBe('done\n');
    const quiet =
      'for i in 1 2 3 4 5 6; do echo >>"$MCP_PROGRESS_STREAM"; sleep 0.15; done; echo ok';
    expect(textOf(await callOnce(quiet, { meta }))).toBe('ok\n');
  });

  verifies('mcp-bash:timeout:idle', 'ends without it', async () => {
    const error = await failOnce(FOREVER, { meta });
    expect(error.data).toMatchObject({ reason: 'idle', progressExtendsTimeout: true });
  });

  verifies('mcp-bash:timeout:max', 'has an end', async () => {
    const body = 'while :; do mcp_progress 1 ""; sleep 0.1; done';
    const error = await failOnce(body, { meta: { ...meta, maxTimeoutSecs: 0.8 }, ...token });
    expect(error.data).toMatchObject({ reason: 'max_exceeded', timeoutSecs: 0.8 });
    expect(error.data).toMatchObject({ maxTimeoutSecs: 0.8 });
  });
});
