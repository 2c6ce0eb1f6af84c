/** How somebody could pass for another, or spoil what others read, by a name. */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { channelKey, lookalikeKey } from '#functions/channels/channel.item.ts';
import { lookalikeSkeletonsOf } from '#functions/base/text/look-alikes.ts';
import { PASSWORD } from '#test/support/api/accounts-pool.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

const call = ({ token }: TestUser, display_name: string) =>
  site.api('PUT', '/streamers/profile', { token, body: { display_name } });

const site = await localApi();
const [alice, mallory] = [await site.aUser({ username: 'Alice' }), await site.aUser({ username: 'mallory' })];
expectSuccess('PUT /streamers/profile', await call(alice, 'Alice Breeze'));

const nameOf = async (user: TestUser): Promise<string> =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${user.username}`))
    .display_name;

const signUp = (username: string) => {
  const body = { username, email: `${username}@fans.example`, password: PASSWORD };
  return site.api('POST', '/auth/signup', { body });
};
/** As a channel was before there were claims. */
async function deleteLookalikeClaims({ id, username }: TestUser): Promise<void> {
  const { client, TableName } = site.table;
  for (const skeleton of lookalikeSkeletonsOf(username))
    await client.send(new DeleteCommand({ TableName, Key: lookalikeKey(skeleton) }));
  const forget = { UpdateExpression: 'REMOVE looks' };
  await client.send(new UpdateCommand({ TableName, Key: channelKey(id), ...forget }));
}

const TAKEN = 'This name looks like the name of another channel. Please choose another.';

describe('another channel’s name', () => {
  test.each([
    ['as it is', 'Alice Breeze'],
    ['in another case', 'ALICE BREEZE'],
    ['with a Cyrillic letter', 'Al\u0456ce Breeze'],
    ['with a capital I', 'AIice Breeze'],
    ['in full width', '\uff21\uff4c\uff49\uff43\uff45 Breeze'],
    ['that is a username, with a Cyrillic letter', '\u0410lice'],
  ])('%s is refused', async (_how, name) => {
    expect(expectError(await call(mallory, name), 'conflict')).toBe(TAKEN);
    expect(await nameOf(mallory)).toBe('mallory');
  });

  test('cannot be used at sign-up either', async () => {
    expect(expectError(await signUp('maI1ory'), 'username_taken')).toBe(TAKEN);
    expectSuccess('POST /auth/signup', await signUp('maII_ory'));
  });

  test('is free after its owner changed it, and owners may vary their own spelling', async () => {
    const [carol, dave] = [await site.aUser(), await site.aUser()];
    for (const name of ['Carol Gale', 'CAROL GALE', 'Carol  Gale', 'Carol G'])
      expectSuccess('PUT /streamers/profile', await call(carol, name));
    expectSuccess('PUT /streamers/profile', await call(dave, 'Carol Gale'));
    expectError(await call(carol, 'Carol Gale'), 'conflict');
  });

  test('goes to one of two users who take it simultaneously', async () => {
    const two = [await site.aUser(), await site.aUser()];
    const answers = await Promise.all(two.map((user, at) => call(user, ['Whirl', 'Wh\u0456rl'][at]!)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('from before names were claimed can be changed, and its username is protected', async () => {
    const early = await site.aUser({ username: 'early_bird' });
    await deleteLookalikeClaims(early);
    expectError(await call(mallory, 'e\u0430rly_bird'), 'conflict');
    expectSuccess('PUT /streamers/profile', await call(early, 'Early Bird'));
    expectError(await call(mallory, 'EARLY BIRD'), 'conflict');
  });

  test('from before names were claimed is released without taking another’s claim', async () => {
    const [early, later] = [await site.aUser({ username: 'bill_1' }), await site.aUser()];
    await deleteLookalikeClaims(early);
    expectSuccess('PUT /streamers/profile', await call(later, 'Bi11_1'));
    expectSuccess('PUT /streamers/profile', await call(early, 'bill_1'));
    expectSuccess('PUT /streamers/profile', await call(early, 'Somebody Else'));
    expectError(await call(mallory, 'BiIl_1'), 'conflict');
  });

  test('of forty ambiguous letters is accepted as any other', async () => {
    const name = '\ufdfa'.repeat(40);
    expectSuccess('PUT /streamers/profile', await call(await site.aUser(), name));
    expectError(await call(mallory, name), 'conflict');
  });
});

describe('a misleading text', () => {
  const DIRECTION = 'Display name may not have characters that change the direction of text.';
  const INVISIBLE = 'Display name may not have invisible characters.';
  const MARKS = 'Display name may not have so many marks on one letter.';
  test.each([
    ['that turns what follows it', 'Ada\u202e', DIRECTION],
    ['that isolates', '\u2067Ada\u2069', DIRECTION],
    ['of nothing that is seen', '\u3164', INVISIBLE],
    ['of a space that is none', '\u200b', INVISIBLE],
    ['of Braille without dots', '\u2800', INVISIBLE],
    ['with something hidden in it', 'A\u200bda', INVISIBLE],
    ['with letters of tags', 'Ada\u{e0041}', INVISIBLE],
    ['with letters of tags after another emoji', '\u{1f600}\u{e0067}\u{e007f}', INVISIBLE],
    ['with a joiner between letters', 'a\u200db', INVISIBLE],
    ['with a selector after a letter', 'a\u{e0101}', INVISIBLE],
    ['with marks piled on a letter', `a${'\u0301'.repeat(9)}`, MARKS],
    ['with marks piled across joiners', `ع${'\u0650\u200d'.repeat(9)}`, MARKS],
    ['of an accent alone', '\u0301', 'Display name must have something that can be seen.'],
    ['of two lines', 'Ada\nLovelace', 'Display name may not have line breaks or control characters.'],
  ])('%s is refused as a name', async (_how, name, words) => {
    expect(expectError(await call(mallory, name), 'invalid_request')).toBe(words);
  });

  test('is refused as title, category and tag', async () => {
    const change = (body: object) => site.api('PATCH', '/streamers/status', { token: mallory.token, body });
    for (const body of [{ title: 'a\u202eb' }, { game: 'a\u200bb' }, { tags: ['a\u2066b'] }])
      expectError(await change(body), 'invalid_request');
  });

  test.each([
    '❤️ fans',
    '❤\u200d🔥',
    '🏳\u200d🌈',
    '🐻\u200d❄',
    '⚡\ufe0f ⭐\ufe0f ⚽\ufe0e',
    'បង្ហា\u200bភាសា',
    'မြန်\u200cမာ',
    'کُ\u200cها',
    '🏴\u{e0075}\u{e0073}\u{e0074}\u{e0078}\u{e007f}',
    '👩‍👩‍👧 family',
    '1️⃣',
    '辻\u{e0100}',
    'می\u200cخواهم',
    'क्\u200dष',
    '風 扇',
    'עדה',
    'שָׁ֣לוֹם',
    'ế'.normalize('NFD'),
  ])('is not among what people normally write: %s', async (name) => {
    expectSuccess('PUT /streamers/profile', await call(mallory, name));
    expect(await nameOf(mallory)).toBe(name);
  });

  test.each(['עדה\u200f', '\u200eAda', '\u061cآدا \u200f', 'A\u200fda'])(
    'is not made by a mark of direction without effect: %j',
    async (name) => {
      expectSuccess('PUT /streamers/profile', await call(mallory, name));
      expect(await nameOf(mallory)).toBe(name.replaceAll(/[\u061c\u200e\u200f ]/gu, ''));
    },
  );
});
