/** What one visitor can take from the others of a public site, by asking often. */
import { describe, expect, test } from 'vitest';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { askFrom, type Answered, type Asked } from '#test/support/site/from-address.ts';
import { localSite } from '#test/support/site/local-site.ts';

const PASSWORD = 'correct horse battery';
const ATTACKER = '127.0.0.66';
const OTHER = '127.0.0.7';
const { rates } = stageLimits('cloud');

const site = await localSite();

const ask = (from: string, path: string, asked?: Asked): Promise<Answered> =>
  askFrom(from, `${site.url}/api${path}`, asked);

const signUp = (from: string, username: string): Promise<Answered> =>
  ask(from, '/auth/signup', {
    method: 'POST',
    body: { username, email: `${username}@fans.example`, password: PASSWORD },
  });

/** So many at once, until all are answered. */
async function flood(times: number, one: (n: number) => Promise<Answered>, atOnce = 20): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (let from = 0; from < times; from += atOnce)
    answers.push(
      ...(await Promise.all(Array.from({ length: Math.min(atOnce, times - from) }, (_, n) => one(from + n)))),
    );
  return answers;
}

const count = (answers: readonly Answered[], isOne: (status: number) => boolean): number =>
  answers.filter(({ status }) => isOne(status)).length;

/**
 * About as many passed as the limit allows (a window may end meanwhile), the others got the time of the next attempt,
 * and nothing failed.
 */
function expectLimited(answers: readonly Answered[], limit: number, opens: RegExp): void {
  const refused = answers.filter(({ status }) => status === 429);
  expect(count(answers, (status) => status >= 500)).toBe(0);
  expect(answers.length - refused.length).toBeLessThanOrEqual(limit * 1.25);
  expect(refused.length).toBeGreaterThan(0);
  for (const { body, retryAfterS } of refused) {
    expect(body).toMatchObject({ code: 'too_many_requests', detail: expect.stringMatching(opens) as string });
    expect(body['request_id']).toBeTruthy();
    expect(retryAfterS).toBeGreaterThan(0);
  }
}

const AT_ONCE = 20;
const OPENS = /Please try again in \d+ (minutes?|hours)\.$/;

describe('a flood from one address', () => {
  test('of sign-ups creates as many accounts as a household has, and does not block others', async () => {
    const answers = await flood(60, (n) => signUp(ATTACKER, `made_${n}`), 5);
    expectLimited(answers, rates['sign-up']!.requests, OPENS);
    expect(count(answers, (status) => status === 201)).toBe(rates['sign-up']!.requests);
    expect((await signUp(OTHER, 'somebody')).status).toBe(201);
  });

  test('of log-ins is slowed, and its victim can log in elsewhere', async () => {
    const tries = (n: number) => ({ username: `nobody_${n}`, password: PASSWORD });
    const logIn = (n: number) => ask(ATTACKER, '/auth/login', { method: 'POST', body: tries(n) });
    const answers = await flood(100, logIn, 5);
    expectLimited(answers, rates['log-in']!.requests, OPENS);
    const own = { username: 'somebody', password: PASSWORD };
    expect((await ask(OTHER, '/auth/login', { method: 'POST', body: own })).status).toBe(200);
  });

  test('of forgotten passwords sends no more mail than people forget', async () => {
    const askCode = (n: number) =>
      ask(ATTACKER, '/auth/forgot-password', { method: 'POST', body: { username: `nobody_${n}` } });
    const answers = await flood(40, askCode, 5);
    expectLimited(answers, rates['forgotten password']!.requests, OPENS);
  });

  test.each([
    ['presence', `/presence/${'0'.repeat(26)}`],
    ['view', `/videos/${'0'.repeat(26)}/views`],
  ] as const)('of %s is refused before it causes work', async (kind, path) => {
    const forged = { method: 'POST', body: { pass: 'forged' } };
    const { requests, batch = 1 } = rates[kind]!;
    const answers = await flood(1.2 * requests + 60, () => ask(ATTACKER, path, forged), AT_ONCE);
    // Requests that arrive before the counter is written to the table pass the limit.
    expectLimited(answers, requests + batch + AT_ONCE, OPENS);
    expect([403, 404]).toContain((await ask(OTHER, path, forged)).status);
  });
});

test('a flood of changes by one account is refused, from whatever addresses, and the others’ are not', async () => {
  const tokenOf = async (username: string) => (await signUp(OTHER, username)).body['token'] as string;
  const [busy, calm] = [await tokenOf('busy_one'), await tokenOf('calm_one')];
  const change = (from: string, token: string) =>
    ask(from, '/auth/language', { method: 'PUT', body: { language: 'en' }, token });
  const { requests, batch = 1 } = rates.change!;
  const answers = await flood(400, (n) => change(`127.0.0.${100 + (n % 100)}`, busy));
  expectLimited(answers, requests + batch + AT_ONCE, OPENS);
  expect((await change('127.0.0.100', calm)).status).toBe(200);
});

test('unknown query parameters are refused, so that they cannot bypass the cache', async () => {
  const answers = await flood(40, (n) => ask(OTHER, `/streamers?limit=1&zz=${n}`), AT_ONCE);
  expect(count(answers, (status) => status === 200)).toBe(40);
  expect(answers.filter(({ isKept }) => !isKept)).toHaveLength(1);
});
