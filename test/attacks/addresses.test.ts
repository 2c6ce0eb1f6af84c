/** What a stranger can do with an e-mail address that is not theirs: hold it, have it written to, guess its code. */
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { MAX_TRIES } from '#functions/auth/table/email-code.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { VIEWER_ADDRESS_HEADER } from '#functions/http/cdn.ts';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type ApiAnswer, type TestUser } from '#test/support/api/local-api.ts';
import { beginTwoFactor, nextCodeOf, withSecondFactor } from '#test/support/api/second-factors.ts';

const PASSWORD = 'correct horse battery';
const HOLD_MS = 10 * 60_000;
const WRONG = 'The code is wrong or has expired. Request a new one.';
const { rates, persons } = stageLimits('cloud');

// Before the Lambdas are loaded, which take the clock that they find.
vi.useFakeTimers({ toFake: ['Date'] });
const site = await localApi({ mail: true, storage: true });
afterAll(() => vi.useRealTimers());
/** For the rest of one test. */
const wait = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
afterEach(() => void vi.setSystemTime(performance.timeOrigin + performance.now()));

type Person = Omit<TestUser, 'device'>;

let people = 0;
let owners = 0;
/** Each request comes from a network of its own, as an attacker's may, except for those that say otherwise. */
const ask = (method: string, path: string, asked: { token?: string; body?: unknown } = {}, from?: string) =>
  site.api(method, path, {
    ...asked,
    headers: { [VIEWER_ADDRESS_HEADER]: from ?? `2001:db8:${(++people).toString(16)}::1` },
  });
const signUp = (username: string, email: string) =>
  ask('POST', '/auth/signup', { body: { username, email, password: PASSWORD } });

async function aPerson(email = `owner_${++owners}@fans.example`): Promise<Person> {
  const username = `person_${++people}`;
  const { token, user } = expectSuccess('POST /auth/signup', await signUp(username, email));
  return { id: user.id, username, email, password: PASSWORD, token };
}

const confirm = ({ token }: Person, code: string, from?: string) =>
  ask('POST', '/auth/email/confirm', { token, body: { code } }, from);
const sendAgain = ({ token }: Person, from?: string) => ask('POST', '/auth/email/code', { token }, from);
const change = ({ token }: Person, email: string) =>
  ask('POST', '/auth/email', { token, body: { email, password: PASSWORD } });
const forgot = (username: string) => ask('POST', '/auth/forgot-password', { body: { username } });
const settings = async ({ token }: Person) =>
  expectSuccess('GET /auth/account', await ask('GET', '/auth/account', { token }));
const whoLogsInBy = async (email: string) => {
  const body = { username: email, password: PASSWORD };
  return expectSuccess('POST /auth/login', await ask('POST', '/auth/login', { body })).user.id;
};
const codeTo = (email: string) => site.pool.lastCodeTo(email);
const mailsTo = (email: string) => site.pool.mailsTo(email).length;
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const statuses = (answers: readonly ApiAnswer[]) => answers.map(({ status }) => status).toSorted();
const times = <T>(count: number, one: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => one(n)));

describe('a stranger who signs up with another person’s address', () => {
  test('reserves it for ten minutes, however many codes they request; then its owner can sign up', async () => {
    const eve = await aPerson();
    expectError(await signUp('owner_1', eve.email), 'email_taken');
    wait(HOLD_MS - 60_000);
    expectSuccess('POST /auth/email/code', await sendAgain(eve));
    wait(60_000);
    const owner = await aPerson(eve.email);
    expect(await whoLogsInBy(eve.email)).toBe(owner.id);
  });

  test('can neither log in by it nor get mail to it after its owner signed up', async () => {
    const eve = await aPerson();
    wait(HOLD_MS);
    const owner = await aPerson(eve.email);
    expectSuccess('POST /auth/email/confirm', await confirm(owner, codeTo(owner.email)));
    const sent = mailsTo(owner.email);
    expectError(await sendAgain(eve), 'email_taken');
    expectError(await change(eve, owner.email), 'email_taken');
    expectSuccess('POST /auth/forgot-password', await forgot(eve.username));
    expect(mailsTo(owner.email)).toBe(sent);
    expect(await whoLogsInBy(owner.email)).toBe(owner.id);
    expectSuccess('POST /auth/forgot-password', await forgot(owner.email));
    expect(mailsTo(owner.email)).toBe(sent + 1);
    expect(await settings(eve)).toMatchObject({ is_email_taken: true });
  });

  test('loses it at once to the user who enters the mailed code', async () => {
    const eve = await aPerson();
    const owner = await aPerson();
    expectSuccess('POST /auth/email', await change(owner, eve.email));
    expectSuccess('POST /auth/email/confirm', await confirm(owner, codeTo(eve.email)));
    expect(await whoLogsInBy(eve.email)).toBe(owner.id);
    expect(await settings(owner)).toMatchObject({ email: eve.email, is_email_verified: true });
  });

  test('does not get it by a code requested before its owner verified it', async () => {
    const eve = await aPerson();
    const code = codeTo(eve.email);
    const owner = await aPerson();
    await change(owner, eve.email);
    await confirm(owner, codeTo(eve.email));
    expectError(await confirm(eve, code), 'email_taken');
    expect(await settings(eve)).toMatchObject({ is_email_verified: false });
    expect(await whoLogsInBy(eve.email)).toBe(owner.id);
  });

  test('loses the account when the owner resets its password', async () => {
    const eve = await aPerson();
    await forgot(eve.email);
    const body = { username: eve.email, code: codeTo(eve.email), password: 'of the owner alone' };
    expectSuccess('POST /auth/reset-password', await ask('POST', '/auth/reset-password', { body }));
    expectError(await sendAgain(eve), 'unauthenticated');
  });

  test('cannot lock its owner out by a second factor either', async () => {
    const eve = await withSecondFactor(site);
    await forgot(eve.email);
    const { username } = eve;
    const password = 'of the owner alone';
    const reset = { username, code: codeTo(eve.email), password };
    expectSuccess('POST /auth/reset-password', await ask('POST', '/auth/reset-password', { body: reset }));
    const logIn = () => ask('POST', '/auth/login', { body: { username, password } });
    const { token } = expectSuccess('POST /auth/login', await logIn());
    const owner = { ...eve, token };
    expect(await settings(owner)).toMatchObject({ is_email_verified: true });
    expectError(await sendAgain(eve), 'unauthenticated');
    const { secret } = await beginTwoFactor(site, { ...owner, password });
    const body = { code: nextCodeOf(secret) };
    await ask('POST', '/auth/two-factor/confirm', { token, body });
    // From now on the factor is the owner's own, and no reset takes it away.
    await forgot(eve.email);
    const again = { ...reset, code: codeTo(eve.email) };
    expectSuccess('POST /auth/reset-password', await ask('POST', '/auth/reset-password', { body: again }));
    expectError(await logIn(), 'second_factor_required');
  });

  test('has small budgets until the address is verified', async () => {
    const eve = await aPerson();
    const picture = () => ask('POST', '/pictures', { ...eve, body: { content_type: 'image/png', size: 9 } });
    const answers: ApiAnswer[] = [];
    for (let n = 0; n <= persons.unverified.files; n++) answers.push(await picture());
    expect(statuses(answers)).toEqual([...Array<number>(persons.unverified.files).fill(201), 429]);
    await confirm(eve, codeTo(eve.email));
    expectSuccess('POST /pictures', await picture());
  });
});

describe('guessing a mailed code', () => {
  test('is limited to five attempts, even simultaneous ones', async () => {
    const eve = await aPerson();
    const right = codeTo(eve.email);
    const answers = await times(100, () => confirm(eve, otherThan(right)));
    expect(new Set(statuses(answers))).toEqual(new Set([400]));
    const item = await getItem(site.table, { pk: `CHANNEL#${eve.id}`, sk: 'EMAIL_CODE' });
    expect(item).toMatchObject({ tries: MAX_TRIES });
    expect(expectError(await confirm(eve, right), 'invalid_request')).toBe(WRONG);
    expectSuccess('POST /auth/email/code', await sendAgain(eve));
    expectSuccess('POST /auth/email/confirm', await confirm(eve, codeTo(eve.email)));
  });

  test('fails with the code of another account', async () => {
    const [eve, owner] = [await aPerson(), await aPerson()];
    const code = codeTo(owner.email);
    // One in a million is the same.
    expectError(await confirm(eve, code), 'invalid_request');
    expect(await settings(eve)).toMatchObject({ is_email_verified: false });
    expectSuccess('POST /auth/email/confirm', await confirm(owner, code));
  });

  test('is rate limited by network, whatever the account', async () => {
    const { requests } = rates['log-in']!;
    const eve = await aPerson();
    const answers = await times(requests + 5, () => confirm(eve, '000000', '203.0.113.1'));
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(5);
  });
});

describe('mail to a stranger’s address', () => {
  test('is limited to five an hour per account', async () => {
    const eve = await aPerson();
    const answers: ApiAnswer[] = [];
    for (let n = 0; n < 8; n++) answers.push(await change(eve, `victim_${n}@fans.example`));
    expect(statuses(answers)).toEqual([204, 204, 204, 204, 429, 429, 429, 429]);
  });

  test('is limited for simultaneous requests too', async () => {
    const eve = await aPerson();
    const victim = 'victim_at_once@fans.example';
    const answers = await times(20, () => change(eve, victim));
    expect(statuses(answers).every((status) => [204, 429].includes(status))).toBe(true);
    expect(mailsTo(victim)).toBeLessThanOrEqual(4);
  });

  test('is limited to ten a day from all accounts', async () => {
    const victim = 'victim_of_many@fans.example';
    const { requests } = rates.mail!;
    const answers: ApiAnswer[] = [];
    for (let n = 0; n < requests + 3; n++) answers.push(await change(await aPerson(), victim));
    expect(statuses(answers)).toEqual([...Array<number>(requests).fill(204), 429, 429, 429]);
    expect(mailsTo(victim)).toBe(requests);
    expect(answers.at(-1)?.body).toMatchObject({
      detail: expect.stringMatching(/^Too many codes were sent to this email address\. Please try again in /),
    });
    // The address's owner can still sign up, and gets a code another day.
    await aPerson(victim);
    expect(mailsTo(victim)).toBe(requests);
  });

  test('is limited by network', async () => {
    const { requests } = rates['forgotten password']!;
    const eve = await aPerson();
    const answers = await times(requests + 5, () => sendAgain(eve, '203.0.113.2'));
    const refused = answers.filter(({ body }) =>
      (body as { detail?: string } | undefined)?.detail?.startsWith('Too many codes were requested'),
    );
    expect(refused).toHaveLength(5);
  });
});

describe('simultaneous confirmations', () => {
  test('of one code verify the address once, and both succeed', async () => {
    const ada = await aPerson();
    const code = codeTo(ada.email);
    const answers = await times(2, () => confirm(ada, code));
    expect(statuses(answers)).toEqual([200, 200]);
    expect(await settings(ada)).toMatchObject({ is_email_verified: true });
  });

  test('of one address by two accounts have one winner', async () => {
    const email = 'wanted_by_two@fans.example';
    const two = [await aPerson(), await aPerson()];
    const asked: { user: Person; code: string }[] = [];
    for (const user of two) {
      await change(user, email);
      asked.push({ user, code: codeTo(email) });
    }
    const answers = await Promise.all(asked.map(({ user, code }) => confirm(user, code)));
    expect(statuses(answers)).toEqual([200, 409]);
    const winner = two[answers.findIndex(({ status }) => status === 200)]!;
    const loser = two.find((user) => user !== winner)!;
    expect(await whoLogsInBy(email)).toBe(winner.id);
    expect(await whoLogsInBy(loser.email)).toBe(loser.id);
    expect(await settings(loser)).toMatchObject({ email: loser.email });
  });
});

test('no attack caused a server error', () => {
  expect(site.log.entries().filter(({ status }) => Number(status) >= 500)).toEqual([]);
});
