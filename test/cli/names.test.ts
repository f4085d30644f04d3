// How tool names are spelled for clients that refuse some of them.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { STRICT_CLIENTS } from '../../src/core/strict-clients.ts';
import { callText, toolNames } from '../support/mcp-post.ts';
import { startPlugboard } from '../support/run-plugboard.ts';
import { folderWith, shellTool, tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

const STRICT_NAME = /^[A-Za-z0-9_-]{1,64}$/u;
const LONG = `${'long-name-'.repeat(7)}end`;

beforeEach(async () => {
  vi.stubEnv('XDG_CACHE_HOME', await tempFolder());
});

/** Serves tools of these names; each prints its own. */
async function serveNamed(
  names: readonly string[],
  flags: readonly string[] = [],
): Promise<string> {
  const files = names.map((name) => [name, shellTool(`echo '${name}'`)]);
  const cwd = await folderWith(Object.fromEntries(files) as Record<string, string>);
  const running = startPlugboard(['serve', '.', '--port', '0', ...flags], { cwd });
  onTestFinished(async () => {
    running.interrupt();
    await running.ended;
  });
  await running.until(' tool');
  return /http:\S+/u.exec(running.stderr())?.[0] ?? '';
}

describe('strict clients', () => {
  verifies(
    ['mcpd:names:table-of-client-names', 'mcpd:names:each-with-its-source'],
    'are a table, each with where its rule was seen',
    () => {
      const rows = Object.entries(STRICT_CLIENTS);
      expect(rows.length).toBeGreaterThan(4);
      for (const [name, source] of rows) {
        expect(name).not.toBe('');
        expect(source).toMatch(/^[\w.-]+\/[\w.-]+#\d+$|: /u);
      }
    },
  );

  const CLIENTS = [
    ['claude-ai', 'mcpd:names:claude-ai'],
    ['claude-code', 'mcpd:names:claude-code'],
    ['codex', 'mcpd:names:codex'],
    ['codex-mcp-client', 'mcpd:names:codex'],
    ['github-copilot-developer', 'mcpd:names:copilot'],
    ['copilot-cli', 'mcpd:names:copilot'],
  ] as const;
  for (const [clientName, id] of CLIENTS) {
    verifies(id, `${clientName} sees names it accepts`, async () => {
      const url = await serveNamed(['basic/greet']);
      expect(await toolNames(url, { clientName })).toEqual(['basic__greet']);
    });
  }

  verifies(
    [
      'mcpd:names:slash-becomes-double-underscore',
      'mcpd:names:dot-becomes-double-underscore',
      'mcpd:names:blank-becomes-double-underscore',
    ],
    'see __ for /, . and blanks',
    async () => {
      const url = await serveNamed(['a/b/c', 'name.sh', 'two words']);
      const shown = await toolNames(url, { clientName: 'claude-ai' });
      expect(shown.toSorted()).toEqual(['a__b__c', 'name__sh', 'two__words']);
    },
  );

  verifies(['mcpd:names:cut-to-64'], 'see at most 64 characters', async () => {
    const url = await serveNamed([LONG, `${LONG}2`]);
    const shown = await toolNames(url, { clientName: 'claude-ai' });
    expect(new Set(shown).size).toBe(2);
    for (const name of shown) {
      expect(name).toMatch(STRICT_NAME);
      expect(name.startsWith('long-name-long-name-')).toBe(true);
    }
  });

  verifies('mcpd:names:hash-on-collision', 'see different names for different tools', async () => {
    const names = ['a/b', 'a.b', 'a__b'];
    const url = await serveNamed(names);
    const shown = await toolNames(url, { clientName: 'claude-ai' });
    expect(new Set(shown).size).toBe(3);
    expect(shown).toContain('a__b');
    for (const name of shown) expect(name).toMatch(STRICT_NAME);
    const said = await Promise.all(shown.map((name) => callText(url, name)));
    expect(new Set(said)).toEqual(new Set(names));
    expect(await callText(url, 'a__b')).toBe('a__b');
  });
});

describe('everyone else', () => {
  verifies('mcpd:names:others-see-specification-names', 'sees the names as they are', async () => {
    const url = await serveNamed(['basic/greet', 'name.sh']);
    expect(await toolNames(url, { clientName: 'cursor' })).toEqual(['basic/greet', 'name.sh']);
  });

  verifies('mcpd:names:both-spellings-callable', 'may call by either spelling', async () => {
    const url = await serveNamed(['basic/greet']);
    expect(await callText(url, 'basic/greet')).toBe('basic/greet');
    expect(await callText(url, 'basic__greet')).toBe('basic/greet');
  });
});

describe('--tool-name-separator', () => {
  verifies('mcpd:names:separator-flag-overrides', 'spells the names for every client', async () => {
    const url = await serveNamed(['basic/greet'], ['--tool-name-separator', '-']);
    for (const clientName of ['claude-ai', 'cursor']) {
      expect(await toolNames(url, { clientName })).toEqual(['basic-greet']);
    }
    expect(await callText(url, 'basic-greet')).toBe('basic/greet');
    expect(await callText(url, 'basic/greet')).toBe('basic/greet');
  });

  test('/ leaves the names alone, even for strict clients', async () => {
    const url = await serveNamed(['basic/greet'], ['--tool-name-separator', '/']);
    expect(await toolNames(url, { clientName: 'claude-ai' })).toEqual(['basic/greet']);
  });
});
