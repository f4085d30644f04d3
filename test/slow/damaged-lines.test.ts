// Damaged messages on a line channel: none of them ends the server or touches a valid request.
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { defineTools } from '../../src/core/define-tools.ts';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { validated } from '../../src/core/wrappers/validated.ts';
import { openEngine } from '../../src/mcp/server/engine.ts';
import { serveLines } from '../../src/mcp/server/serve-lines.ts';
import { compileSchema } from '../../src/platform/json-schema.ts';
import { faultTools } from '../fixtures/faults/fault-tools.mjs';
import { waitUntil } from '../support/wait-until.ts';
import { textOf } from './support/http-client.ts';
import { readLines } from './support/line-reader.ts';
import {
  INITIALIZED,
  initialize,
  legacyRequest,
  LEGACY_SEEDS,
  modernRequest,
  MODERN_SEEDS,
  toolCall,
} from './support/messages.ts';
import { mutant } from './support/mutants.ts';
import { withSeed } from './support/random.ts';

const ROUNDS = 600;
const MUTANTS_PER_ROUND = 100;
const ANSWERED_WITHIN_MS = 10_000;
/** Less than the grace that calls in flight would be given. */
const ENDED_WITHIN_MS = 4_000;

/** A server in this process at the far end of two streams, and everything it says. */
function startLines() {
  const source = defineTools({ name: 'faults', version: '1', tools: faultTools() });
  const engine = openEngine(validated(source, compileSchema));
  const input = new PassThrough();
  const output = new PassThrough();
  const send = (message: JsonObject | Buffer) => {
    input.write(Buffer.isBuffer(message) ? message : JSON.stringify(message));
    input.write('\n');
  };
  // A damaged 2026 call can become one of 2025, which waits until its question is answered.
  const answers = readLines(output, ({ id, method }) => {
    if (method !== undefined && id !== undefined) send(declined(id));
  });
  const connection = serveLines(engine, { input, output });
  return { input, answers, connection, send };
}

function declined(id: JsonValue): JsonObject {
  return { jsonrpc: '2.0', id, result: { action: 'decline' } };
}

/** What nobody caught while the test ran. */
function watchUncaught(): readonly unknown[] {
  const uncaught: unknown[] = [];
  const note = (reason: unknown) => void uncaught.push(reason);
  process.on('uncaughtException', note).on('unhandledRejection', note);
  onTestFinished(() => {
    process.off('uncaughtException', note).off('unhandledRejection', note);
  });
  return uncaught;
}

test('60,000 damaged lines leave the valid requests between them exactly their own answers', () =>
  withSeed(async (random) => {
    const uncaught = watchUncaught();
    const { input, answers, connection, send } = startLines();
    send(initialize('open', random.pick(['2025-03-26', '2025-11-25'])));
    send(INITIALIZED);
    const seeds = [...MODERN_SEEDS, ...LEGACY_SEEDS];
    const sent = new Set<string>();
    const sendValid = (round: number, place: number) => {
      const id = `valid-${round}-${place}`;
      const toRequest = place % 2 === 0 ? modernRequest : legacyRequest;
      send(toRequest(id, toolCall('echo', { message: id })));
      sent.add(id);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let at = 0; at < MUTANTS_PER_ROUND; at += 1) {
        if (at % 25 === 0) sendValid(round, at / 25);
        send(mutant(seeds, random));
      }
      await waitUntil(
        () => [...sent].slice(-4).every((id) => answers.byId.has(id)),
        ANSWERED_WITHIN_MS,
      );
    }
    for (const id of sent) {
      expect(answers.byId.get(id)?.map(textOf)).toEqual([id]);
    }
    expect(answers.unreadable).toEqual([]);
    expect(uncaught).toEqual([]);
    expect({}).not.toHaveProperty('polluted');

    const endedAtMs = Date.now();
    input.end();
    await connection.ended;
    expect(Date.now() - endedAtMs, 'something was still in flight').toBeLessThan(ENDED_WITHIN_MS);
  }));
