/** The log of a chat's moderation, and the removal of messages. */
import { beforeEach, describe, expect, it } from 'vitest';
import { firstIdOf } from '#functions/base/ids-of-moment.ts';
import { CHAT_HISTORY_MS, MAX_MODERATORS } from '#shared/limits.ts';
import type { RoomAct } from '#shared/community/rooms.ts';
import { aModerator, decided, report } from '#test/support/api/moderation/moderators.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';
import { ulid } from 'ulid';
import type { Table } from '#functions/aws/table/table.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import { messageKey, referenceKey } from '#functions/chat/chat.item.ts';
import { moderatorKey } from '#functions/chat/rooms/room.item.ts';

let ada: TestUser;
let mod: TestUser;
let viewer: TestUser;

const site = await localApi();
const rooms = new RoomCaller(site);
beforeEach(async () => {
  [ada, mod, viewer] = [await site.aUser(), await site.aUser(), await site.aUser()];
  expectSuccess('PUT /rooms/{id}/moderators/{username}', await rooms.name(ada, ada, mod));
});

const log = async (by = mod): Promise<RoomAct[]> =>
  expectSuccess('GET /rooms/{id}/acts', await rooms.acts(ada, by)).acts;
const newest = async (by = mod): Promise<RoomAct> => (await log(by))[0]!;
const undone = async (by: TestUser, { id }: RoomAct) =>
  expectSuccess('POST /rooms/{id}/acts/{act_id}/undo', await rooms.undo(ada, by, id));
const removedAll = async (query = '') =>
  expectSuccess(
    'DELETE /rooms/{id}/people/{username}/messages',
    await rooms.removeAll(ada, mod, viewer, query),
  );

describe('the log', () => {
  it('has who did what to whom, why and until when, the newest first', async () => {
    await rooms.say(ada, viewer, 'Buy my fans');
    await rooms.silence(ada, mod, viewer, 10, { reason: 'Spam' });
    await removedAll();
    await rooms.setMode(ada, ada, { slow_mode_s: 5 });
    const names = { by: mod.username, username: viewer.username };
    expect(await log()).toMatchObject([
      { act: 'mode', by: ada.username, username: null, can_undo: false },
      { act: 'remove', ...names, messages: [{ message: 'Buy my fans' }], can_undo: true },
      { act: 'time_out', ...names, reason: 'Spam', until: expect.any(String), can_undo: true },
      { act: 'appoint', by: ada.username, username: mod.username, can_undo: false },
    ]);
    expect(await newest(ada)).toMatchObject({ act: 'mode' });
    expect((await log(ada)).at(-1)).toMatchObject({ act: 'appoint', can_undo: true });
  });

  it('comes page by page', async () => {
    for (let at = 0; at < 30; at++) await rooms.setWords(ada, ada, [`word${at}`]);
    const first = expectSuccess('GET /rooms/{id}/acts', await rooms.acts(ada, mod));
    const second = expectSuccess('GET /rooms/{id}/acts', await rooms.acts(ada, mod, `?cursor=${first.next}`));
    const ids = [...first.acts, ...second.acts].map(({ id }) => id);
    expect([ids.length, new Set(ids).size, second.next]).toEqual([31, 31, null]);
  });

  it('has no entry for what changed nothing', async () => {
    await rooms.lift(ada, mod, viewer);
    await rooms.name(ada, ada, mod);
    await rooms.dismiss(ada, ada, viewer);
    expect(await removedAll()).toEqual({ removed: 0, next: null });
    await rooms.silence(ada, mod, viewer, null);
    await rooms.silence(ada, mod, viewer, null);
    expect((await log()).map(({ act }) => act)).toEqual(['ban', 'appoint']);
  });

  it('has no entry for a message that its author deletes', async () => {
    const { id } = await rooms.say(ada, viewer, 'Oops');
    expect((await rooms.remove(ada, viewer, id)).status).toBe(204);
    expect(await rooms.texts(ada)).toEqual([]);
    expect((await log()).map(({ act }) => act)).toEqual(['appoint']);
  });
});

describe('the messages of a person', () => {
  it('are removed page by page, in this chat only', async () => {
    await seedMessages(site.table, ada.id, viewer, 90);
    await rooms.say(mod, viewer, 'Elsewhere');
    await rooms.say(ada, ada, 'Mine');
    const pages = [await removedAll()];
    for (let { next } = pages[0]!; next !== null; next = pages.at(-1)!.next)
      pages.push(await removedAll(`?cursor=${next}`));
    expect(pages.map(({ removed }) => removed)).toEqual([40, 40, 10]);
    expect([await rooms.texts(ada), await rooms.texts(mod)]).toEqual([['Mine'], ['Elsewhere']]);
    expect(await removedAll()).toEqual({ removed: 0, next: null });
  });

  it('are removed as far back as is asked for', async () => {
    await seedMessages(site.table, ada.id, viewer, 1, Date.now() - CHAT_HISTORY_MS / 2);
    await rooms.say(ada, viewer, 'New');
    await removedAll(`?after=${firstIdOf(Date.now() - 3_600_000)}`);
    expect(await rooms.texts(ada)).toEqual(['Message 0']);
  });

  it.each(['after=7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'cursor=00000000000000000000000000'])(
    'are found in any range: %s',
    async (query) => {
      expect(await removedAll(`?${query}`)).toEqual({ removed: 0, next: null });
    },
  );

  it('are safe from a moderator where they are the streamer’s or another moderator’s', async () => {
    expectError(await rooms.removeAll(ada, mod, ada), 'forbidden');
    expectError(await rooms.removeAll(ada, viewer, viewer), 'forbidden');
  });
});

describe('Undo', () => {
  it('brings removed messages back, once', async () => {
    const { id } = await rooms.say(ada, viewer, 'Buy my fans');
    await rooms.remove(ada, mod, id);
    const removal = await newest();
    await undone(ada, removal);
    expect(await rooms.texts(ada)).toEqual(['Buy my fans']);
    expect(await newest()).toMatchObject({ undone: { by: ada.username }, can_undo: false });
    await rooms.remove(ada, mod, id);
    await undone(mod, removal);
    expect(await rooms.texts(ada)).toEqual([]);
  });

  it('does not bring back what the site’s moderators have removed', async () => {
    const { id } = await rooms.say(ada, viewer, 'Buy my fans');
    const moderator = await aModerator(site);
    const body = { kind: 'message', id: ada.id, message_id: id } as const;
    expectSuccess('POST /reports', await report(site, mod, body));
    await rooms.remove(ada, mod, id);
    await decided(site, moderator, `message.${ada.id}.${id}`, { act: 'remove', reason: 'spam' });
    await undone(mod, await newest());
    expect(await rooms.texts(ada)).toEqual([]);
  });

  it.each([10, null])('lifts a sanction (%j minutes)', async (minutes) => {
    await rooms.silence(ada, mod, viewer, minutes);
    await undone(mod, await newest());
    expect((await rooms.me(ada, viewer)).silenced).toBeNull();
  });

  it('sets a lifted sanction again, with its reason', async () => {
    await rooms.silence(ada, mod, viewer, null, { reason: 'Spam' });
    await rooms.lift(ada, mod, viewer);
    await undone(mod, await newest());
    expect((await rooms.me(ada, viewer)).silenced).toMatchObject({ until: null, reason: 'Spam' });
  });

  it('of a sanction leaves a later one', async () => {
    await rooms.silence(ada, mod, viewer, 10);
    const first = await newest();
    await rooms.silence(ada, mod, viewer, null);
    expectError(await rooms.undo(ada, mod, first.id), 'conflict');
    expect((await rooms.me(ada, viewer)).silenced).toMatchObject({ until: null });
  });

  it('of a role is the streamer’s', async () => {
    await rooms.dismiss(ada, ada, mod);
    await rooms.name(ada, ada, viewer);
    const [appointed, dismissed] = await log(ada);
    expectError(await rooms.undo(ada, viewer, appointed!.id), 'conflict');
    await undone(ada, appointed!);
    await undone(ada, dismissed!);
    expect((await rooms.room(ada)).moderators).toEqual([mod.username]);
  });

  it('appoints no more moderators than a chat may have', async () => {
    await rooms.dismiss(ada, ada, mod);
    const dismissed = await newest(ada);
    const others = Array.from({ length: MAX_MODERATORS - 1 }, (_, at) =>
      putItem(site.table, { ...moderatorKey(ada.id, `m${at}`), username: `m${at}` }),
    );
    await Promise.all(others);
    for (const _ of ['once', 'repeated'])
      expectSuccess('PUT /rooms/{id}/moderators/{username}', await rooms.name(ada, ada, viewer));
    expectError(await rooms.name(ada, ada, mod), 'conflict');
    expectError(await rooms.undo(ada, ada, dismissed.id), 'conflict');
    expect((await rooms.room(ada)).moderators).toHaveLength(MAX_MODERATORS);
  });

  it('refuses what cannot be undone, and what is not there', async () => {
    await rooms.clear(ada, mod);
    expectError(await rooms.undo(ada, mod, (await newest()).id), 'conflict');
    expectError(await rooms.undo(ada, mod, ada.id), 'not_found');
  });
});

/** Messages of a person that were written before `atMs`, 1 ms apart, past the limits of a chat. */
async function seedMessages(
  table: Table,
  channelId: string,
  { id: author_id, username }: TestUser,
  count: number,
  atMs = Date.now() - 60_000,
): Promise<void> {
  const writes = Array.from({ length: count }, async (_, at) => {
    const timeMs = atMs - count + at;
    const id = ulid(timeMs);
    const expires_at = Math.ceil((timeMs + CHAT_HISTORY_MS) / 1000);
    const timestamp = new Date(timeMs).toISOString();
    const fields = { username, message: `Message ${at}`, timestamp, author_id, expires_at };
    await putItem(table, { ...messageKey(channelId, id), ...fields });
    await putItem(table, { ...referenceKey(author_id, id), channel_id: channelId, expires_at });
  });
  await Promise.all(writes);
}
