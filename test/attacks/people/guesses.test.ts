/** What guessing passwords brings, from one address or from many, and whom it keeps out. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { askFrom, type Answered } from '#test/support/site/from-address.ts';
import { localSite } from '#test/support/site/local-site.ts';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'a better password';
const { rates, guesses } = stageLimits('cloud');
const REFUSED =
  /^Too many wrong passwords\. Try again in \d+ minutes?, log in where you've logged in before, or set a new password\.$/;

const site = await localSite();

/** One of the many addresses of a botnet; each is used for the first time. */
let used = 0;
const newAddress = (): string => {
  used += 1;
  return `127.1.${Math.floor(used / 250)}.${(used % 250) + 1}`;
};

const post = (from: string, path: string, body: object, cookie?: string): Promise<Answered> =>
  askFrom(from, `${site.url}/api/auth${path}`, { method: 'POST', body, cookie });

const logIn = (from: string, username: string, password: string, cookie?: string): Promise<Answered> =>
  post(from, '/login', { username, password }, cookie);

/** Signs a new person up. Returns the cookie that identifies their browser. */
async function signUp(username: string): Promise<string> {
  const body = { username, email: `${username}@fans.example`, password: PASSWORD };
  const { status, cookies } = await post(newAddress(), '/signup', body);
  expect(status).toBe(201);
  return deviceOf(cookies);
}

const deviceOf = (cookies: readonly string[]): string =>
  cookies.find((one) => one.startsWith('device=')) ?? '';

const withStatus = (answers: readonly Answered[], wanted: number): Answered[] =>
  answers.filter(({ status }) => status === wanted);

/** Nothing failed; `times` answers said that the guess is wrong, and all others only when to try again. */
function expectVerifications(answers: readonly Answered[], times: number): void {
  const refused = withStatus(answers, 429);
  expect(withStatus(answers, 401)).toHaveLength(times);
  expect(refused).toHaveLength(answers.length - times);
  for (const { body, retryAfterS } of refused) {
    expect(body).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringMatching(REFUSED) as string,
    });
    expect(retryAfterS).toBeGreaterThan(0);
  }
}

describe('a stranger who guesses passwords', () => {
  test('does not lock the owner out on known devices', async () => {
    const device = await signUp('owner_1');
    const stranger = newAddress();
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await logIn(stranger, 'owner_1', `guess ${n}`));
    expectVerifications(answers, guesses.free);
    expectVerifications([await logIn(stranger, 'owner_1', PASSWORD)], 0);
    expect((await logIn(newAddress(), 'owner_1', PASSWORD, device)).status).toBe(200);
  });

  test('gets three attempts from many addresses at once', async () => {
    const device = await signUp('owner_2');
    const botnet = Array.from({ length: 8 }, newAddress);
    const allAtOnce = (guess: string): Promise<Answered[]> =>
      Promise.all(botnet.flatMap((from) => [1, 2].map((n) => logIn(from, 'owner_2', `${guess}${n}`))));
    expectVerifications(await allAtOnce('guess '), guesses.free);
    // The right one says no more than the others.
    expectVerifications([await logIn(newAddress(), 'owner_2', PASSWORD)], 0);
    expect((await logIn(newAddress(), 'owner_2', PASSWORD, device)).status).toBe(200);
  });

  test('does not reveal whether a name exists', async () => {
    await signUp('owner_3');
    const reported = async (username: string) => {
      const answers = [];
      for (let n = 0; n < 5; n++) answers.push(await logIn(newAddress(), username, `guess ${n}`));
      return answers.map(({ status, body, cookies }) => [status, body['code'], body['detail'], cookies]);
    };
    expect(await reported('nobody_3')).toEqual(await reported('owner_3'));
    expect(await reported('nobody_3@fans.example')).toEqual(await reported('nobody_4'));
  });

  test('cannot keep the owner from setting a new password at the same time', async () => {
    const device = await signUp('owner_4');
    const attack = () =>
      Promise.all(Array.from({ length: 10 }, (_, n) => logIn(newAddress(), 'owner_4', `guess ${n}`)));
    expectVerifications(await attack(), guesses.free);
    await post(newAddress(), '/forgot-password', { username: 'owner_4' });
    const code = /\b(\d{6})\b(?![^]*\b\d{6}\b)/.exec(
      readFileSync(join(site.dataDir, 'mail.txt'), 'utf8'),
    )?.[1];
    const reset = { username: 'owner_4', code, password: NEW_PASSWORD };
    const { status, cookies } = await post(newAddress(), '/reset-password', reset);
    expect(status).toBe(204);
    expectVerifications(await attack(), 0);
    // The new password made strangers of all devices but the one that it was set on.
    expectVerifications([await logIn(newAddress(), 'owner_4', NEW_PASSWORD, device)], 0);
    expect((await logIn(newAddress(), 'owner_4', NEW_PASSWORD, deviceOf(cookies))).status).toBe(200);
  });
});

describe('one password for many accounts', () => {
  const NAMES = Array.from({ length: 80 }, (_, n) => `sprayed_${n}`);
  const OWNERS = NAMES.slice(0, 10);

  test('is tried by one address on limited accounts only', async () => {
    for (const name of OWNERS) await signUp(name);
    const from = newAddress();
    const answers = await Promise.all(NAMES.map((name) => logIn(from, name, 'Summer2026!')));
    const { requests } = rates['log-in']!;
    // A window may end meanwhile.
    expect(withStatus(answers, 401).length).toBeLessThanOrEqual(requests * 1.25);
    expect(withStatus(answers, 401).length + withStatus(answers, 429).length).toBe(NAMES.length);
    expect(withStatus(answers, 429).length).toBeGreaterThan(0);
  });

  test('from many addresses is tried no more often than one account allows', async () => {
    const rounds = [];
    for (const password of ['Autumn2026!', 'Winter2026!', 'Spring2026!', 'Summer2027!', 'Autumn2027!'])
      rounds.push(await Promise.all(OWNERS.map((name) => logIn(newAddress(), name, password))));
    const answers = rounds.flat();
    // One more, should it all take longer than the first wait.
    expect(withStatus(answers, 401).length).toBeLessThanOrEqual(OWNERS.length * (guesses.free + 1));
    expectVerifications(answers, withStatus(answers, 401).length);
  });
});
