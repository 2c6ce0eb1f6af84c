/** Who has somebody's password, and wants to get by without the second factor. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { requireSecondFactor } from '#functions/auth/two-factor/take-code.ts';
import type { SecondFactorsRepository } from '#functions/auth/table/second-factors.repository.ts';
import { NO_SECOND_FACTOR, type SecondFactor } from '#functions/auth/table/second-factor.ts';
import { secondFactorsRepository } from '#functions/auth/table/second-factors.repository.ts';
import { DomainError } from '#functions/base/errors.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type ApiAnswer } from '#test/support/api/local-api.ts';
import {
  beginTwoFactor,
  codeOf,
  logInWith,
  nextCodeOf,
  withSecondFactor,
  wrongCodeOf,
} from '#test/support/api/second-factors.ts';

const HOUR_MS = 60 * 60_000;

vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
const site = await localApi();
afterAll(() => vi.useRealTimers());

const atOnce = (times: number, attempt: (n: number) => Promise<ApiAnswer>): Promise<ApiAnswer[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => attempt(n)));
const withStatus = (answers: readonly ApiAnswer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;
const keyOf = (id: string) => ({ pk: `SECOND_FACTOR#${id}`, sk: 'STATE' });
const isOn = async (token: string) =>
  expectSuccess('GET /auth/two-factor', await site.api('GET', '/auth/two-factor', { token })).is_on;

describe('guessing codes', () => {
  /** Past the password, which takes its time by itself. */
  const guesserOf =
    (secondFactors: SecondFactorsRepository, clock: () => number) =>
    async (id: string, code: string): Promise<string> => {
      const known = await secondFactors.find(id);
      const check = requireSecondFactor({ secondFactors, clock }, id, known, code);
      const refusal = await check.catch((error: unknown) => error);
      return refusal instanceof DomainError ? refusal.code : 'let in';
    };
  const ofKind = (answers: readonly string[], kind: string) => answers.filter((answer) => answer === kind);

  const GUESSES = 50;

  it('in parallel has five codes checked, and the rest reveal nothing', async () => {
    const ada = await withSecondFactor(site);
    const keys = process.env['SECOND_FACTOR_KEYS'] ?? '';
    const guess = guesserOf(secondFactorsRepository(site.table, keys), Date.now);
    const guesses = Array.from({ length: GUESSES }, (_, n) => guess(ada.id, wrongCodeOf(ada.secret, n)));
    const answers = await Promise.all(guesses);
    expect(ofKind(answers, 'invalid_credentials').length).toBeLessThanOrEqual(5);
    expect(ofKind(answers, 'too_many_requests').length).toBeGreaterThanOrEqual(GUESSES - 5);
    expect(ofKind(answers, 'let in')).toEqual([]);
  });

  it('for days has 17 codes checked on the first day, and four on each later one', async () => {
    let factor: SecondFactor = { ...NO_SECOND_FACTOR, isOn: true };
    const remembered: SecondFactorsRepository = {
      find: async () => factor,
      replace: async (_, _known, next) => ((factor = next), true),
    };
    let nowMs = 0;
    const guess = guesserOf(remembered, () => nowMs);
    const inspections: number[] = [];
    for (let day = 1; day <= 10; day += 1)
      for (inspections.push(0); nowMs < day * 24 * HOUR_MS; nowMs = Math.max(nowMs, factor.closedUntilMs))
        if ((await guess('ada', '000000')) === 'invalid_credentials') inspections[day - 1]! += 1;
    expect(Math.max(...inspections.slice(1))).toBe(4);
    expect(inspections[0]).toBe(17);
  });

  it('during set-up by a stolen session is limited alike', async () => {
    const ada = await site.aUser();
    const { secret } = await beginTwoFactor(site, ada);
    const guess = (n: number) => {
      const body = { code: wrongCodeOf(secret, n) };
      return site.api('POST', '/auth/two-factor/confirm', { token: ada.token, body });
    };
    const answers = await atOnce(100, guess);
    expect(withStatus(answers, 400)).toBeLessThanOrEqual(5);
    expect(withStatus(answers, 400) + withStatus(answers, 429)).toBe(100);
    expect(await isOn(ada.token)).toBe(false);
  });
});

describe('a stolen code', () => {
  it('is useless after its owner used it, and the owner need not wait', async () => {
    const ada = await withSecondFactor(site);
    const code = nextCodeOf(ada.secret);
    expectSuccess('POST /auth/login', await logInWith(site, ada, code));
    const answers = await atOnce(20, () => logInWith(site, ada, code));
    expect(withStatus(answers, 401) + withStatus(answers, 429)).toBe(20);
    expect(withStatus(answers, 401)).toBeGreaterThan(0);
    expectSuccess('POST /auth/login', await logInWith(site, ada, nextCodeOf(ada.secret)));
  });

  it.each(['a code of the app', 'a recovery code'])(
    'sent %s twenty times at once succeeds once',
    async (kind) => {
      const ada = await withSecondFactor(site);
      const code = kind === 'a code of the app' ? nextCodeOf(ada.secret) : ada.recoveryCodes[0];
      const answers = await atOnce(20, () => logInWith(site, ada, code));
      expect(withStatus(answers, 200)).toBe(1);
      expect(withStatus(answers, 401) + withStatus(answers, 429)).toBe(19);
    },
  );

  it('is useless after an hour', async () => {
    const ada = await withSecondFactor(site);
    const code = codeOf(ada.secret, Date.now() - HOUR_MS);
    expectError(await logInWith(site, ada, code), 'invalid_credentials');
  });
});

describe('another account’s factor', () => {
  it('neither code nor recovery code is accepted', async () => {
    const [ada, mallory] = [await withSecondFactor(site), await withSecondFactor(site)];
    for (const code of [nextCodeOf(mallory.secret), mallory.recoveryCodes[0]])
      expectError(await logInWith(site, ada, code), 'invalid_credentials');
  });

  it('copied within the table is not accepted', async () => {
    const [ada, mallory] = [await withSecondFactor(site), await withSecondFactor(site)];
    const own = await getItem<{ sealed: string }>(site.table, keyOf(mallory.id));
    const { client, TableName } = site.table;
    await client.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(ada.id),
        UpdateExpression: 'SET sealed = :own',
        ExpressionAttributeValues: { ':own': own?.sealed },
      }),
    );
    expectError(await logInWith(site, ada, nextCodeOf(mallory.secret)), 'internal');
  });
});

describe('bypassing the second factor', () => {
  it('fails by signing up again with the same credentials', async () => {
    const { username, email, password } = await withSecondFactor(site);
    const body = { username, email, password };
    const answer = await site.api('POST', '/auth/signup', { body });
    expectError(answer, 'username_taken');
    expect(answer.cookies).toEqual([]);
  });

  it('fails with a session from before: it neither turns it off nor gets recovery codes', async () => {
    const ada = await site.aUser();
    const answer = await logInWith(site, ada);
    const { token: old } = expectSuccess('POST /auth/login', answer);
    const cookie = answer.cookies[0]?.split(';')[0] ?? '';
    const { secret } = await beginTwoFactor(site, ada);
    const { token } = ada;
    const confirmed = { token, body: { code: codeOf(secret) } };
    await site.api('POST', '/auth/two-factor/confirm', confirmed);
    const body = { password: ada.password, code: nextCodeOf(secret) };
    for (const [method, path] of [
      ['DELETE', '/auth/two-factor'],
      ['POST', '/auth/two-factor/recovery-codes'],
    ] as const)
      expectError(await site.api(method, path, { token: old, body }), 'unauthenticated');
    expectError(await site.api('POST', '/auth/refresh', { headers: { cookie } }), 'unauthenticated');
    expect(await isOn(token)).toBe(true);
  });

  it('fails with a log-in that began before it was turned on', async () => {
    const ada = await site.aUser();
    const { secret } = await beginTwoFactor(site, ada);
    const confirm = () =>
      site.api('POST', '/auth/two-factor/confirm', { token: ada.token, body: { code: codeOf(secret) } });
    const [, ...logIns] = await Promise.all([
      confirm(),
      ...Array.from({ length: 20 }, () => logInWith(site, ada)),
    ]);
    expect(await isOn(ada.token)).toBe(true);
    for (const { status, body } of logIns) {
      if (status !== 200) continue;
      const { token } = body as { token: string };
      const write = await site.api('DELETE', `/follows/${'0'.repeat(26)}`, { token });
      expectError(write, 'unauthenticated');
    }
  });

  it('fails with password and session but no code', async () => {
    const { token, password } = await withSecondFactor(site);
    for (const code of ['000000', 'AAAAA-AAAAA'])
      expectError(
        await site.api('DELETE', '/auth/two-factor', { token, body: { password, code } }),
        'invalid_request',
      );
    expectError(await site.api('POST', '/auth/two-factor', { token, body: { password } }), 'conflict');
    expect(await isOn(token)).toBe(true);
  });
});
