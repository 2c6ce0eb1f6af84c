import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { beforeAll, describe, expect, it } from 'vitest';
import { lookalikeSkeletonsOf } from '#functions/base/text/look-alikes.ts';
import { formsOf, correctable } from '#functions/word-index/spelling.ts';
import { wordsOf } from '#functions/word-index/words.ts';
import { PASSWORD } from '#test/support/api/accounts-pool.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type ApiAnswer } from '#test/support/api/local-api.ts';

const site = await localApi();

const signUp = (username: string, email = `${username}@fans.example`, password = PASSWORD) =>
  site.api('POST', '/auth/signup', { body: { username, email, password } });

const succeeded = ({ status }: ApiAnswer) => status === 201;

/** Keys of everything in the table, except counters of requests. */
async function tableKeys(): Promise<string[]> {
  const { Items = [] } = await site.table.client.send(new ScanCommand({ TableName: site.table.TableName }));
  return Items.map(({ pk, sk }) => `${pk} ${sk}`)
    .filter((key) => !key.startsWith('RATE#'))
    .toSorted();
}

async function peopleInPool(): Promise<number> {
  const { UserPoolId } = site.pool.ids;
  const { Users = [] } = await site.pool.client.send(new ListUsersCommand({ UserPoolId }));
  return Users.length;
}

async function channelCount(): Promise<number> {
  const { TableName } = site.table;
  const get = new GetCommand({ TableName, Key: { pk: 'COUNT', sk: 'CHANNELS' } });
  return Number((await site.table.client.send(get)).Item?.['total'] ?? 0);
}

describe('signing up', () => {
  // spec: 3.3, 7.3
  it('creates the account and its channel, and logs in', async () => {
    const { token, user } = expectSuccess('POST /auth/signup', await signUp('Ada_1', 'Ada@Fans.example'));
    expect(user).toMatchObject({ username: 'Ada_1', display_name: 'Ada_1', email: 'Ada@Fans.example' });
    expect(Math.abs(Date.parse(user.created_at) - Date.now())).toBeLessThan(60_000);
    expect(expectSuccess('GET /auth/me', await site.api('GET', '/auth/me', { token }))).toEqual(user);
    const channel = expectSuccess('GET /streamers/{username}', await site.api('GET', '/streamers/ada_1'));
    expect(channel).toMatchObject({
      id: user.id,
      username: 'Ada_1',
      is_live: false,
      ingest: null,
      followers: 0,
    });
  });

  it('counts the channel once', async () => {
    const before = await channelCount();
    await signUp('counted');
    expect(await channelCount()).toBe(before + 1);
  });

  it('trims username and e-mail, but not the password', async () => {
    const password = 'spaces  in  between';
    const answer = await signUp('  trimmed  ', '  trimmed@fans.example ', password);
    const { user } = expectSuccess('POST /auth/signup', answer);
    expect(user).toMatchObject({ username: 'trimmed', email: 'trimmed@fans.example' });
    const login = await site.api('POST', '/auth/login', { body: { username: 'trimmed', password } });
    expectSuccess('POST /auth/login', login);
  });

  it('is idempotent: a repeated sign-up logs in to the account', async () => {
    const first = expectSuccess('POST /auth/signup', await signUp('again'));
    const second = expectSuccess('POST /auth/signup', await signUp('again'));
    expect(second.user).toEqual(first.user);
  });
});

describe('a taken name', () => {
  beforeAll(async () => {
    expectSuccess('POST /auth/signup', await signUp('Taken', 'taken@fans.example'));
  });

  it('is refused as a username in any case', async () => {
    const words = expectError(await signUp('tAKEN', 'other@fans.example'), 'username_taken');
    expect(words).toBe('This username is taken. Please choose another.');
  });

  it('is refused as an e-mail address in any case', async () => {
    const words = expectError(await signUp('another', 'TAKEN@fans.example'), 'email_taken');
    expect(words).toBe('There is already an account with this email address.');
  });

  it('does not log in a stranger who knows both names but not the password', async () => {
    const answer = await signUp('taken', 'taken@fans.example', 'not the password');
    expectError(answer, 'username_taken');
  });

  it('leaves nothing of the refused sign-up', async () => {
    const [keys, people] = [await tableKeys(), await peopleInPool()];
    await signUp('tAKEN', 'other@fans.example');
    await signUp('another', 'TAKEN@fans.example');
    expect(await tableKeys()).toEqual(keys);
    expect(await peopleInPool()).toBe(people);
  });
});

describe('a reserved name', () => {
  it.each(['admin', 'API', 'Support', 'fanfare', 'channel', 'go_live'])(
    'is refused with words, and leaves nothing behind: %s',
    async (username) => {
      const keys = await tableKeys();
      const words = expectError(await signUp(username), 'username_taken');
      expect(words).toBe('This username is reserved. Please choose another.');
      expect(await tableKeys()).toEqual(keys);
    },
  );

  it('stays with an account that had it before it was reserved', async () => {
    const { id, email } = await site.aUser();
    const { TableName, client } = site.table;
    // An old account: its name is reserved today.
    await client.send(
      new PutCommand({ TableName, Item: { pk: 'USERNAME#support', sk: 'CLAIM', channel_id: id } }),
    );
    const body = { username: 'Support', password: PASSWORD };
    const { user } = expectSuccess('POST /auth/login', await site.api('POST', '/auth/login', { body }));
    expect(user.email).toBe(email);
  });
});

describe('two simultaneous sign-ups', () => {
  it.each([
    {
      what: 'one username in two cases',
      bodies: [
        ['Racer', 'racer1@fans.example'],
        ['rACER', 'racer2@fans.example'],
      ],
      code: 'username_taken',
    },
    {
      what: 'one e-mail address in two cases',
      bodies: [
        ['first_one', 'Same@fans.example'],
        ['second_one', 'same@fans.example'],
      ],
      code: 'email_taken',
    },
  ] as const)('for $what: exactly one wins, and nothing of the other is left', async ({ bodies, code }) => {
    const [before, people, channels] = [
      new Set(await tableKeys()),
      await peopleInPool(),
      await channelCount(),
    ];
    const answers = await Promise.all(bodies.map(([username, email]) => signUp(username, email)));
    const winners = answers.filter(succeeded);
    expect(winners).toHaveLength(1);
    expectError(
      answers.find((answer) => !succeeded(answer))!,
      code,
    );
    const { user } = expectSuccess('POST /auth/signup', winners[0]!);
    const added = (await tableKeys()).filter((key) => !before.has(key));
    // The search knows the words of the winner's name, and those of no other.
    const spellings = correctable(wordsOf(user.username))
      .flatMap(formsOf)
      .map((form) => `SPELLING#${form} WORDS`);
    expect(added.filter((key) => !key.endsWith(`#${user.id}`))).toEqual(
      [
        `CHANNEL#${user.id} ACCOUNT`,
        `CHANNEL#${user.id} SESSIONS`,
        `CHANNEL#${user.id} CHANNEL`,
        `EMAIL#${user.email.toLowerCase()} CLAIM`,
        ...lookalikeSkeletonsOf(user.display_name).map((skeleton) => `LOOK#${skeleton} CLAIM`),
        `USERNAME#${user.username.toLowerCase()} CLAIM`,
        ...spellings.filter((key) => !before.has(key)),
      ].toSorted(),
    );
    expect(await peopleInPool()).toBe(people + 1);
    expect(await channelCount()).toBe(channels + 1);
  });

  it('of one person both get the one account', async () => {
    const people = await peopleInPool();
    const answers = await Promise.all([signUp('pressed_twice'), signUp('pressed_twice')]);
    const ids = answers.map((answer) => expectSuccess('POST /auth/signup', answer).user.id);
    expect(ids[0]).toBe(ids[1]);
    expect(await peopleInPool()).toBe(people + 1);
  });
});

describe('an invalid sign-up', () => {
  const good = { username: 'somebody', email: 'somebody@fans.example', password: PASSWORD };

  it.each([
    [{ username: 'ab' }, 'Username must have at least 3 characters.'],
    [{ username: 'a'.repeat(26) }, 'Username must have at most 25 characters.'],
    [{ username: 'two words' }, 'Username may only have letters, digits and underscores.'],
    [{ username: 'über' }, 'Username may only have letters, digits and underscores.'],
    [{ username: undefined }, 'Username is required.'],
    [{ username: 12_345 }, 'Username must be text.'],
    [{ email: 'not an address' }, 'Email is not an email address.'],
    [{ email: `${'a'.repeat(250)}@fans.example` }, 'Email must have at most 254 characters.'],
    [{ email: undefined }, 'Email is required.'],
    [{ password: '1234567' }, 'Password must have at least 8 characters.'],
    [{ password: 'a'.repeat(257) }, 'Password must have at most 256 characters.'],
    [{ password: ' starts with a space' }, 'Password may not start or end with a space.'],
    [{ password: undefined }, 'Password is required.'],
    [{ is_admin: true }, 'Unknown field: is_admin.'],
  ])('%o is refused with words: %s', async (change, words) => {
    const keys = await tableKeys();
    const answer = await site.api('POST', '/auth/signup', { body: { ...good, ...change } });
    expect(expectError(answer, 'invalid_request')).toBe(words);
    expect(await tableKeys()).toEqual(keys);
  });

  it.each([
    ['abc', 8],
    ['a'.repeat(25), 256],
  ])('is not one whose names and password just fit: %s, password of %i', async (username, length) => {
    const answer = await signUp(username, `${username}@fans.example`, 'p'.repeat(length));
    expectSuccess('POST /auth/signup', answer);
  });
});
