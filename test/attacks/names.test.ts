/** How somebody could spoil what others read by a name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectError, expectSuccess } from '../support/handlers/contract-checks.ts';
import { startLocalApi, type LocalApi, type TestUser } from '../support/handlers/local-api.ts';

let site: LocalApi;
let mallory: TestUser;

beforeAll(async () => {
  site = await startLocalApi();
  mallory = await site.aUser({ username: 'mallory' });
});
afterAll(() => site.close());

const call = ({ token }: TestUser, display_name: string) =>
  site.api('PUT', '/streamers/profile', { token, body: { display_name } });
const nameOf = async (user: TestUser): Promise<string> =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${user.username}`))
    .display_name;

describe('a name is refused', () => {
  const DIRECTION = 'Display name may not have characters that change the direction of text.';
  const INVISIBLE = 'Display name may not have invisible characters.';
  test.each([
    ['that turns what follows it', 'Ada\u202e', DIRECTION],
    ['that isolates', '\u2067Ada\u2069', DIRECTION],
    ['with a mark of direction', '\u200fAda', DIRECTION],
    ['of nothing that is seen', '\u3164', INVISIBLE],
    ['of a space that is none', '\u200b', INVISIBLE],
    ['of Braille without dots', '\u2800', INVISIBLE],
    ['with something hidden in it', 'A\u200bda', INVISIBLE],
    ['with letters of tags', 'Ada\u{e0041}', INVISIBLE],
    ['of an accent alone', '\u0301', 'Display name must have something that can be seen.'],
    ['of two lines', 'Ada\nLovelace', 'Display name may not have line breaks or control characters.'],
  ])('%s', async (_how, name, words) => {
    expect(expectError(await call(mallory, name), 'invalid_request')).toBe(words);
  });

  test('and so is a title, a category and a tag', async () => {
    const change = (body: object) => site.api('PATCH', '/streamers/status', { token: mallory.token, body });
    for (const body of [{ title: 'a\u202eb' }, { game: 'a\u200bb' }, { tags: ['a\u2066b'] }])
      expectError(await change(body), 'invalid_request');
  });

  test.each(['❤️ fans', '👩‍👩‍👧 family', 'می\u200cخواهم', 'क्\u200dष', '風 扇', 'עדה', '1️⃣'])(
    'and not where it is what people write: %s',
    async (name) => {
      expectSuccess('PUT /streamers/profile', await call(mallory, name));
      expect(await nameOf(mallory)).toBe(name);
    },
  );
});
