import { beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, decided, report } from '#test/support/api/moderation/moderators.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';

let ada: TestUser;

const site = await localApi();
beforeEach(async () => {
  ada = await site.aUser();
});

const UNKNOWN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('a chat room', () => {
  it('lets everybody write by default', async () => {
    const answer = await site.api('GET', `/rooms/${ada.id}`);
    expect(expectSuccess('GET /rooms/{id}', answer)).toEqual({
      slow_mode_s: 0,
      followers_only: false,
      links_allowed: true,
      pinned: null,
      moderators: [],
      rules: '',
    });
    expect(answer.headers.get('cache-control')).toContain('s-maxage=1');
  });

  it('belongs to a channel', async () => {
    expect(expectError(await site.api('GET', `/rooms/${UNKNOWN_ID}`), 'not_found')).toBe('Channel not found');
    expectError(await site.api('GET', '/rooms/not-an-id'), 'invalid_request');
  });
});

describe('the rules of a chat', () => {
  it('are the streamer’s to write, and everybody’s to read', async () => {
    const rooms = new RoomCaller(site);
    const mod = await site.aUser();
    await rooms.name(ada, ada, mod);
    expectSuccess('PUT /rooms/{id}/rules', await rooms.setRules(ada, ada, ' Be kind.\nNo spoilers. '));
    expect(await rooms.room(ada)).toMatchObject({ rules: 'Be kind.\nNo spoilers.' });
    expectError(await rooms.setRules(ada, mod, 'Mine'), 'forbidden');
    expectError(await rooms.setRules(ada, ada, 'x'.repeat(1001)), 'invalid_request');
    expectSuccess('PUT /rooms/{id}/rules', await rooms.setRules(ada, ada, ''));
    expect(await rooms.room(ada)).toMatchObject({ rules: '' });
  });

  it('go with a profile that the site’s moderators remove, and return with it', async () => {
    const rooms = new RoomCaller(site);
    await rooms.setRules(ada, ada, 'Buy my fans');
    const [moderator, reporter] = [await aModerator(site), await site.aUser()];
    expectSuccess('POST /reports', await report(site, reporter, { kind: 'profile', id: ada.id }));
    await decided(site, moderator, `profile.${ada.id}`, { act: 'remove', reason: 'spam' });
    expect(await rooms.room(ada)).toMatchObject({ rules: '' });
    await decided(site, moderator, `profile.${ada.id}`, { act: 'undo' });
    expect(await rooms.room(ada)).toMatchObject({ rules: 'Buy my fans' });
  });
});
