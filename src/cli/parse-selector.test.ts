// One grammar for naming a tool: paths, servers, and what is neither.
import { describe, expect, test } from 'vitest';
import { isPath, parsePathSelector, parseServerSelector, unknownServer } from './parse-selector.ts';

describe('selectors', () => {
  test.each([
    ['./scripts:basic/greet', './scripts', 'basic/greet'],
    ['../a:b:tool', '../a:b', 'tool'],
    ['/abs/dir:tool', '/abs/dir', 'tool'],
    ['~/dir:tool', '~/dir', 'tool'],
    ['.:tool', '.', 'tool'],
    ['C:\\tools:tool', 'C:\\tools', 'tool'],
    ['c:/tools:a.b', 'c:/tools', 'a.b'],
  ])('%s is a path and a tool', (text, path, tool) => {
    expect(isPath(path)).toBe(true);
    expect(parsePathSelector(text)).toEqual({ path, tool });
  });

  test('the longest known server name wins', () => {
    const servers = ['linear', 'linear.app', 'li'];
    expect(parseServerSelector('linear.app.create', servers)).toEqual({
      server: 'linear.app',
      tool: 'create',
    });
    expect(parseServerSelector('linear.create.issue', servers)).toMatchObject({
      server: 'linear',
      tool: 'create.issue',
    });
  });

  test('an unknown server is named, with those that are known', () => {
    expect(() => parseServerSelector('nope.tool', ['a', 'b'])).toThrow(
      "Server 'nope' not found. Available: a, b",
    );
    expect(() => parseServerSelector('a.', ['a'])).toThrow(
      "Cannot parse 'a': it names a server but no tool",
    );
    expect(() => parseServerSelector('a', ['a'])).toThrow(
      "Cannot parse 'a': it names a server but no tool",
    );
    expect(() => parseServerSelector('https://a.example/mcp', ['a'])).toThrow(
      "Cannot parse 'https://a.example/mcp': it names a server but no tool",
    );
    expect(unknownServer('a.b', ['a']).message).toBe("Server 'a.b' not found. Available: a");
    expect(() => parseServerSelector('linaer.x', ['linear'])).toThrow(
      expect.objectContaining({ hint: 'Did you mean `linear`?' }),
    );
    expect(() => parseServerSelector('scripts:greet', [])).toThrow(
      expect.objectContaining({ hint: 'A directory is named by its path, as in `./scripts`' }),
    );
  });

  test.each(['./scripts', './scripts:', 'C:\\tools', '~'])('%s lacks a tool', (text) => {
    expect(() => parsePathSelector(text)).toThrow("expected a path, ':' and the name of a tool");
  });
});
