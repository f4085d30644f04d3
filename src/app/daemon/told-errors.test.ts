// An error crosses the socket whole: code, facts, hint and the server's own code.
import { expect, test } from 'vitest';
import { defineTools } from '../../core/define-tools.ts';
import { PlugboardError } from '../../core/errors.ts';
import { localContext } from '../../core/local-context.ts';
import { hearingErrors, tellingErrors } from './told-errors.ts';

const failing = (error: Error) =>
  hearingErrors(
    tellingErrors(
      defineTools({
        name: 'x',
        tools: {
          fail: {
            call: () => {
              throw error;
            },
          },
        },
      }),
    ),
  );

async function heard(error: Error): Promise<unknown> {
  return failing(error)
    .tools.call('fail', {}, localContext())
    .catch((thrown: unknown) => thrown);
}

test('what was told is heard', async () => {
  const facts = { server: 'linear', reason: 'the server exited with code 7' };
  const error = new PlugboardError('connection_refused', facts, { hint: 'start it' });
  expect(await heard(error)).toMatchObject({
    code: 'connection_refused',
    facts,
    hint: 'start it',
    wire: 'result',
    message: error.message,
  });
});

test('the code and the data of the server itself are kept', async () => {
  const options = { wire: -32000, data: { why: 'because' } };
  const error = new PlugboardError('tool_failed', { output: 'not today' }, options);
  expect(await heard(error)).toMatchObject({ code: 'tool_failed', ...options });
});

test('only the client end changes what nobody told', async () => {
  const plain = defineTools({ name: 'x', tools: {} });
  await expect(hearingErrors(plain).tools.call('none', {}, localContext())).rejects.toMatchObject({
    code: 'not_found',
  });
});
