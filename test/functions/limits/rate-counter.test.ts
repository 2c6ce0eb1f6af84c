import { beforeEach, describe, expect, it } from 'vitest';
import { countersRepository, type CountersRepository } from '#functions/limits/counters.repository.ts';
import { rateCounter } from '#functions/limits/rate-counter.ts';
import { stageLimits, STAGE_NAMES } from '#functions/limits/stage-limits.ts';
import { localTable } from '#test/support/stand-ins/local-table.ts';

const MINUTE_MS = 60_000;
const RATES = {
  'sign-up': { requests: 3, windowMs: MINUTE_MS },
  read: { requests: 20, windowMs: MINUTE_MS, batch: 5 },
} as const;

const sharedTable = await localTable();

/** Half of a window is over; the table knows no clock. */
let nowMs = 0;
let writes = 0;
let who = 0;
beforeEach(() => {
  nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS / 2;
  writes = 0;
  who += 1;
});

/** A warm Lambda: it has a memory of its own, and the table of all. */
function aLambda() {
  const table = countersRepository(sharedTable);
  const counters: CountersRepository = {
    add: (...given) => {
      writes += 1;
      return table.add(...given);
    },
  };
  return rateCounter({ rates: RATES, counters, clock: () => nowMs });
}

const signsUp = (lambda: ReturnType<typeof aLambda>) => lambda.count('sign-up', `192.0.2.${who}`);

describe('a rate limit', () => {
  it('refuses above the limit, and says when to retry', async () => {
    const lambda = aLambda();
    for (let n = 0; n < 3; n += 1) await signsUp(lambda);
    await expect(signsUp(lambda)).rejects.toMatchObject({
      code: 'too_many_requests',
      message: 'many_accounts',
      retryAfterS: 60,
    });
  });

  it('is shared by all Lambdas', async () => {
    await signsUp(aLambda());
    await signsUp(aLambda());
    await signsUp(aLambda());
    await expect(signsUp(aLambda())).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('costs no write for a client that was refused before', async () => {
    const lambda = aLambda();
    for (let n = 0; n < 4; n += 1) await signsUp(lambda).catch(() => {});
    const before = writes;
    for (let n = 0; n < 50; n += 1)
      await expect(signsUp(lambda)).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(writes).toBe(before);
  });

  it('allows the client again after the stated time', async () => {
    const lambda = aLambda();
    let afterS = 0;
    for (let n = 0; n < 4; n += 1)
      await signsUp(lambda).catch(({ retryAfterS }: { retryAfterS: number }) => (afterS = retryAfterS));
    nowMs += afterS * 1000;
    await signsUp(lambda);
    await expect(signsUp(lambda)).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('affects no other client', async () => {
    const lambda = aLambda();
    for (let n = 0; n < 4; n += 1) await signsUp(lambda).catch(() => {});
    await expect(lambda.count('sign-up', '198.51.100.1')).resolves.toBeUndefined();
    await expect(lambda.count('read', `192.0.2.${who}`)).resolves.toBeUndefined();
  });
});

describe('a rate limit counted in batches', () => {
  it('costs one write per batch, and still refuses at the limit', async () => {
    const lambda = aLambda();
    for (let n = 0; n < 20; n += 1) await lambda.count('read', `192.0.2.${who}`);
    expect(writes).toBe(4);
    const asked = Array.from({ length: 5 }, () => lambda.count('read', `192.0.2.${who}`));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    await expect(lambda.count('read', `192.0.2.${who}`)).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('loses no simultaneous requests', async () => {
    const lambdas = [aLambda(), aLambda(), aLambda()];
    const counters = countersRepository(sharedTable);
    await Promise.all(
      lambdas.flatMap((lambda) => Array.from({ length: 5 }, () => lambda.count('read', `192.0.2.${who}`))),
    );
    const window = Math.floor(nowMs / MINUTE_MS);
    const counts = await counters.add(`read#192.0.2.${who}`, { window, windowMs: MINUTE_MS }, 0);
    expect(counts).toEqual({ window, count: 15, before: 0 });
  });
});

it('an unlimited action costs no write', async () => {
  const lambda = aLambda();
  for (let n = 0; n < 500; n += 1) await lambda.count('view', `192.0.2.${who}`);
  expect(writes).toBe(0);
});

describe('the limits of a stage', () => {
  it('generous: allows a thousand viewers of one address, and a hundred sign-ups a minute', async () => {
    const { rates } = stageLimits('generous');
    const counters = countersRepository(sharedTable);
    const lambda = rateCounter({ rates, counters, clock: () => nowMs });
    for (let n = 0; n < 100; n += 1) await lambda.count('sign-up', '192.0.2.200');
    for (let n = 0; n < 100; n += 1) await lambda.count('log-in', '192.0.2.200');
    for (let viewer = 0; viewer < 1000; viewer += 1)
      for (const kind of ['presence', 'presence', 'view', 'read', 'read', 'read'] as const)
        await expect(lambda.count(kind, '192.0.2.200')).resolves.toBeUndefined();
  });

  it.each(STAGE_NAMES)('%s: allow at most a twentieth uncounted', (name) => {
    for (const { requests, batch = 1 } of Object.values(stageLimits(name).rates))
      expect(batch).toBeLessThanOrEqual(Math.max(1, requests / 20));
  });

  it('do not exist under another name', () => {
    expect(() => stageLimits('toString')).toThrow('LIMITS=toString is none of cloud, generous');
  });
});
