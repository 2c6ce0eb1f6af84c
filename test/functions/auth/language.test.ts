/** The language of an account: where it is kept, and who may choose it. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#messages/languages.ts';
import { PASSWORD } from '#test/support/api/accounts-pool.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { NO_NEWS } from '#test/support/api/news-settings.ts';

const TAGS = LANGUAGES.map(({ tag }) => tag);
const LAST = TAGS.at(-1)!;
const UNKNOWN = `Language must be one of: ${TAGS.join(', ')}.`;

const site = await localApi();

const choose = ({ token }: Pick<TestUser, 'token'>, language: unknown) =>
  site.api('PUT', '/auth/language', { token, body: { language } });
const signUp = (username: string, language?: unknown) =>
  site.api('POST', '/auth/signup', {
    body: { username, email: `${username}@fans.example`, password: PASSWORD, language },
  });
const me = async ({ token }: Pick<TestUser, 'token'>) =>
  expectSuccess('GET /auth/me', await site.api('GET', '/auth/me', { token }));

/** Of the account, and of its notifications. */
async function storedLanguages(id: string) {
  const keys = [
    { pk: `CHANNEL#${id}`, sk: 'ACCOUNT' },
    { pk: `NEWS#${id}`, sk: 'SETTINGS' },
  ];
  const { client, TableName } = site.table;
  const read = async (Key: object) => (await client.send(new GetCommand({ TableName, Key }))).Item;
  return (await Promise.all(keys.map(read))).map((item) => item?.['language']);
}

describe('an account', () => {
  it('has no language until one is chosen', async () => {
    const ada = await site.aUser();
    expect(await me(ada)).not.toHaveProperty('language');
    expect(await storedLanguages(ada.id)).toEqual([undefined, undefined]);
  });

  it.each(TAGS)('has the language %s of its sign-up', async (tag) => {
    const { user, token } = expectSuccess('POST /auth/signup', await signUp(`of_sign_up_${tag}`, tag));
    expect(user.language).toBe(tag);
    expect(await me({ token })).toEqual(user);
    expect(await storedLanguages(user.id)).toEqual([tag, tag]);
  });

  it('changes its language, as often as it likes', async () => {
    const ada = await site.aUser();
    for (const tag of [...TAGS, LAST]) {
      const user = expectSuccess('PUT /auth/language', await choose(ada, tag));
      expect(user).toMatchObject({ id: ada.id, language: tag });
      expect(await storedLanguages(ada.id)).toEqual([tag, tag]);
    }
    const body = { username: ada.username, password: ada.password };
    const { user } = expectSuccess('POST /auth/login', await site.api('POST', '/auth/login', { body }));
    expect(user.language).toBe(LAST);
  });

  it('takes its choice back by null', async () => {
    const ada = await site.aUser();
    await choose(ada, LAST);
    const user = expectSuccess('PUT /auth/language', await choose(ada, null));
    expect(user).not.toHaveProperty('language');
    expect(await storedLanguages(ada.id)).toEqual([undefined, undefined]);
  });

  it('keeps its choices of notifications', async () => {
    const ada = await site.aUser();
    const settings = () => site.api('GET', '/news/settings', { token: ada.token });
    await site.api('PUT', '/news/settings', { token: ada.token, body: { push: NO_NEWS, mail: NO_NEWS } });
    const before = expectSuccess('GET /news/settings', await settings());
    await choose(ada, LAST);
    expect(expectSuccess('GET /news/settings', await settings())).toEqual(before);
    await site.api('PUT', '/news/settings', { token: ada.token, body: { push: NO_NEWS, mail: NO_NEWS } });
    expect(await storedLanguages(ada.id)).toEqual([LAST, LAST]);
  });
});

describe('a language', () => {
  it.each(['tlh', 'EN', '', 7, {}])('%j is refused', async (language) => {
    const ada = await site.aUser();
    expect(expectError(await choose(ada, language), 'invalid_request')).toBe(UNKNOWN);
    expect(expectError(await signUp('of_no_tongue', language), 'invalid_request')).toBe(UNKNOWN);
    expect(await me(ada)).not.toHaveProperty('language');
  });

  it('is required in a change', async () => {
    const { token } = await site.aUser();
    expectError(await site.api('PUT', '/auth/language', { token, body: {} }), 'invalid_request');
  });

  it('is chosen by a signed-in user', async () => {
    const answer = await site.api('PUT', '/auth/language', { body: { language: LAST } });
    expectError(answer, 'unauthenticated');
  });

  it('is not chosen for an account that is being deleted', async () => {
    const { setLanguage } = await import('#functions/auth/accounts/language.writes.ts');
    const ada = await site.aUser();
    const body = { password: ada.password };
    expectSuccess('DELETE /auth/me', await site.api('DELETE', '/auth/me', { token: ada.token, body }));
    expectError(await choose(ada, LAST), 'unauthenticated');
    expect(await setLanguage(site.table, ada.id, LAST)).toBe(false);
    expect(await storedLanguages(ada.id)).toEqual([undefined, undefined]);
  });
});
