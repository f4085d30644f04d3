// The gate never lets in more than its places, forgets nobody, and keeps the order.
import { describe, expect, it } from 'vitest';
import { turnstile } from './limited.ts';

const NEVER = new AbortController().signal;

describe('turnstile', () => {
  it('hands a free place to the next in line, not to who comes by that moment', async () => {
    const gate = turnstile(1);
    const leave = await gate(NEVER);
    const order: string[] = [];
    const enter = async (name: string) => {
      const out = await gate(NEVER);
      order.push(name);
      return out;
    };
    const queued = enter('queued');
    leave();
    const late = enter('late');
    (await queued)();
    (await late)();
    expect(order).toEqual(['queued', 'late']);
  });

  it('never lets in more than its places, whoever comes and goes', async () => {
    const gate = turnstile(3);
    let inside = 0;
    let most = 0;
    const visit = async () => {
      const leave = await gate(NEVER);
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      leave();
      leave();
    };
    await Promise.all(Array.from({ length: 30 }, visit));
    expect([most, inside]).toEqual([3, 0]);
  });

  it('passes over those who gave up', async () => {
    const gate = turnstile(1);
    const leave = await gate(NEVER);
    const impatient = new AbortController();
    const gaveUp = gate(impatient.signal);
    const patient = gate(NEVER);
    impatient.abort();
    await expect(gaveUp).rejects.toMatchObject({ code: 'cancelled' });
    leave();
    (await patient)();
    await expect(gate(AbortSignal.abort())).rejects.toThrow('aborted');
    (await gate(NEVER))();
  });
});
