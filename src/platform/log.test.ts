// Lines for people and for collectors.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { lineLog, type LogOptions } from './log.ts';

function logged(options: Partial<LogOptions>): {
  log: ReturnType<typeof lineLog>;
  text: () => string;
} {
  const stream = new PassThrough();
  const log = lineLog(stream, { format: 'words', threshold: 'info', now: () => 0, ...options });
  return { log, text: () => String(stream.read() ?? '') };
}

test('words name the level, the message and the facts', () => {
  const { log, text } = logged({});
  log('warn', 'slow call', { tool: 'a/b', ms: 12, note: 'two words' });
  expect(text()).toBe('warn slow call tool=a/b ms=12 note="two words"\n');
});

test('JSON lines carry the time', () => {
  const { log, text } = logged({ format: 'json' });
  log('info', 'started', { port: 1995 });
  expect(JSON.parse(text())).toEqual({
    timestamp: '1970-01-01T00:00:00.000Z',
    level: 'INFO',
    msg: 'started',
    port: 1995,
  });
});

test('what is below the threshold is not written', () => {
  const { log, text } = logged({ threshold: 'error' });
  log('warn', 'quiet');
  log('error', 'loud');
  expect(text()).toBe('error loud\n');
  const off = logged({ threshold: 'off' });
  off.log('error', 'nobody hears');
  expect(off.text()).toBe('');
});
