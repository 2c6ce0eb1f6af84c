import { beforeEach, describe, expect, it } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { channelKey } from '#functions/channels/channel.item.ts';
import type { ProfileUpdate } from '#shared/channels/channels.ts';
import { PROFILE_TEXTS } from '#shared/channels/profile-fields.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';

const PICTURE = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
/** A name is one channel's alone. */
let people = 0;
let FULL: ProfileUpdate;

let ada: TestUser;
const site = await localApi();
beforeEach(async () => {
  ada = await site.aUser();
  people += 1;
  FULL = {
    ...Object.fromEntries(PROFILE_TEXTS.map((name) => [name, `My ${name}`])),
    display_name: `Ada 🌀 Lovelace ${people}`,
    description: 'Brass fans.\nThree speeds.',
    schedule: 'Mondays at nine',
  };
});

const put = (body: unknown, token: string | undefined = ada.token) =>
  site.api('PUT', '/streamers/profile', { token, body });
const update = async (body: ProfileUpdate) => expectSuccess('PUT /streamers/profile', await put(body));
const channelOf = async ({ username }: Pick<TestUser, 'username'>) =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${username}`));

describe('the profile', () => {
  // spec: 3.6
  it('shows its fields on the channel', async () => {
    const before = await channelOf(ada);
    expect(await update(FULL)).toEqual({ ...before, ...FULL });
    expect(await channelOf(ada)).toEqual({ ...before, ...FULL });
  });

  it('is empty where the channel is from before the field', async () => {
    const missing = PROFILE_TEXTS.filter((name) => name !== 'display_name').map((name) => [name, undefined]);
    await updateItem(site.table, channelKey(ada.id), Object.fromEntries(missing));
    const empty = Object.fromEntries(missing.map(([name]) => [name, '']));
    expect(await channelOf(ada)).toMatchObject(empty);
    expect(await update({})).toMatchObject(empty);
  });

  it('keeps the fields that an update omits', async () => {
    await update(FULL);
    const changed = await update({ schedule: '' });
    expect(changed).toMatchObject({ ...FULL, schedule: '' });
    expect(await update({})).toEqual(changed);
  });

  it('sets the display name of the account too', async () => {
    await update({ display_name: 'Countess' });
    const { body } = await site.api('GET', '/auth/me', { token: ada.token });
    expect(body).toMatchObject({ display_name: 'Countess', username: ada.username });
  });

  it('trims its texts', async () => {
    expect(await update({ display_name: '  Ada  ', schedule: ' \n ' })).toMatchObject({
      display_name: 'Ada',
      schedule: '',
    });
  });

  it('accepts and removes the caller’s own pictures', async () => {
    const avatar = `/media/pictures/${ada.id}/${PICTURE}.webp`;
    const thumbnail_url = `/media/pictures/${ada.id}/${PICTURE}.jpg`;
    expect(await update({ avatar, thumbnail_url })).toMatchObject({ avatar, thumbnail_url });
    expect(await update({ avatar: '' })).toMatchObject({ avatar: '', thumbnail_url });
  });

  it('has links in their order, each once, as browsers write them', async () => {
    const typed = ['https://Fans.example', ' https://пример.рф/Веер ', 'https://fans.example/'];
    const { links } = await update({ links: typed });
    expect(links).toEqual([
      { url: 'https://fans.example/', host: 'fans.example' },
      { url: 'https://xn--e1afmkfd.xn--p1ai/%D0%92%D0%B5%D0%B5%D1%80', host: 'пример.рф' },
    ]);
    expect(await channelOf(ada)).toMatchObject({ links });
    expect(await update({ schedule: 'Mondays' })).toMatchObject({ links });
    expect((await update({ links: [] })).links).toBeUndefined();
  });

  it.each(['avatar', 'thumbnail_url'])('refuses another user’s picture as %s', async (field) => {
    const ben = await site.aUser();
    const answer = await put({ display_name: 'X', [field]: `/media/pictures/${ben.id}/${PICTURE}.png` });
    expect(expectError(answer, 'forbidden')).toBe('You can only use pictures that you uploaded yourself.');
    expect(await channelOf(ada)).toMatchObject({ display_name: ada.username, [field]: '' });
  });

  it.each([
    [{ display_name: '' }, 'Display name is required.'],
    [{ display_name: '   ' }, 'Display name is required.'],
    [{ display_name: 'x'.repeat(41) }, 'Display name must have at most 40 characters.'],
    [{ display_name: null }, 'Display name must be text.'],
    [{ description: 'x'.repeat(2001) }, 'Description must have at most 2,000 characters.'],
    [{ schedule: 'x'.repeat(501) }, 'Schedule must have at most 500 characters.'],
    [{ avatar: 'https://evil.example/x.png' }, 'Avatar must be a picture that you uploaded.'],
    [{ avatar: '/media/pictures/../../x.png' }, 'Avatar must be a picture that you uploaded.'],
    [{ thumbnail_url: 'javascript:alert(1)' }, 'Thumbnail must be a picture that you uploaded.'],
    [{ links: ['http://fans.example'] }, 'A link must begin with https://'],
    [{ links: ['https://ada:x@fans.example'] }, 'A link may not contain a username or password.'],
    [{ links: ['https://127.0.0.1'] }, 'A link must have the name of a site, not an IP address.'],
    [{ links: ['https://fans.example/\u200b'] }, 'Links may not have invisible characters.'],
    [{ links: [`https://fans.example/${'é'.repeat(99)}`] }, 'Links must have at most 300 characters each.'],
    [
      { links: Array.from({ length: 6 }, (_, at) => `https://fans.example/${at}`) },
      'Links can have at most 5 entries.',
    ],
    [{ followers: 1_000_000 }, 'Unknown field: followers.'],
    [{ username: 'somebody' }, 'Unknown field: username.'],
    [[], 'The body must be a JSON object.'],
  ])('refuses %j and changes nothing', async (bad, words) => {
    const before = await channelOf(ada);
    expect(expectError(await put(bad), 'invalid_request')).toBe(words);
    expect(await channelOf(ada)).toEqual(before);
  });

  it('requires a signed-in user', async () => {
    const answer = await site.api('PUT', '/streamers/profile', { body: FULL });
    expectError(answer, 'unauthenticated');
  });

  // spec: 7.6
  it('is the caller’s own, whatever ids are sent', async () => {
    const ben = await site.aUser();
    expectError(await put({ id: ben.id, display_name: 'X' }), 'invalid_request');
    await update(FULL);
    expect(await channelOf(ben)).toMatchObject({ display_name: ben.username, description: '' });
  });

  it('accepts two simultaneous updates of different fields', async () => {
    await Promise.all([
      update({ description: 'One' }),
      update({ schedule: 'Two' }),
      update({ description: 'One' }),
    ]);
    expect(await channelOf(ada)).toMatchObject({ description: 'One', schedule: 'Two' });
  });

  it('works for users named profile or status from before these were reserved', async () => {
    const names = ['profile', 'status'];
    const channels = await seedChannels(site.table, 2, (index) => ({ username: names[index]! }));
    for (const { id, username } of channels) expect((await channelOf({ username })).id).toBe(id);
  });
});
