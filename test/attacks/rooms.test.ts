/** What people try in a chat that is looked after. */
import { beforeEach, describe, expect, it } from 'vitest';
import { readAll } from '#test/support/api/table/table-reader.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';

let mod: TestUser;
let viewer: TestUser;

const site = await localApi();
const rooms = new RoomCaller(site);
const [ada, bea] = [await site.aUser(), await site.aUser()];
beforeEach(async () => {
  [mod, viewer] = [await site.aUser(), await site.aUser()];
  expectSuccess('PUT /rooms/{id}/moderators/{username}', await rooms.name(ada, ada, mod));
});

const roomItems = async () =>
  (await readAll(site.table)).filter(({ pk }) => /^(ROOM|CHAT|CHAT_ACTS)#/.test(String(pk)));

/** Everything that a moderator may do, in a room. */
function acts(room: TestUser, by: TestUser, messageId: string) {
  return {
    mode: () => rooms.setMode(room, by, { slow_mode_s: 60 }),
    rules: () => rooms.setRules(room, by, 'Mine'),
    words: () => rooms.setWords(room, by, ['fan']),
    'sets a command': () => rooms.setCommand(room, by, 'fan', 'Mine'),
    'removes a command': () => rooms.removeCommand(room, by, 'fan'),
    'reads the words': () => rooms.words(room, by),
    'reads who may not write': () => rooms.sanctions(room, by),
    pin: () => rooms.pin(room, by, messageId),
    unpin: () => rooms.unpin(room, by),
    remove: () => rooms.remove(room, by, messageId),
    'removes all': () => rooms.removeAll(room, by, viewer),
    'reads the log': () => rooms.acts(room, by),
    undo: () => rooms.undo(room, by, messageId),
    clear: () => rooms.clear(room, by),
    silence: () => rooms.silence(room, by, viewer, 10),
    ban: () => rooms.silence(room, by, viewer, null),
    lift: () => rooms.lift(room, by, viewer),
    'names a moderator': () => rooms.name(room, by, viewer),
    'dismisses a moderator': () => rooms.dismiss(room, by, mod),
  };
}

async function expectAllRefused(room: TestUser, by: TestUser): Promise<void> {
  const { id } = await rooms.say(room, room, 'Let me stay');
  const before = await roomItems();
  for (const [name, act] of Object.entries(acts(room, by, id))) {
    const { status } = await act();
    expect([name, status]).toEqual([name, 403]);
  }
  expect(await roomItems()).toEqual(before);
}

describe('a request without rights changes and reveals nothing:', () => {
  it('from a moderator of another channel', () => expectAllRefused(bea, mod));
  it('from a viewer', () => expectAllRefused(ada, viewer));
  it('from a former moderator with the old token', async () => {
    expectSuccess('DELETE /rooms/{id}/moderators/{username}', await rooms.dismiss(ada, ada, mod));
    await expectAllRefused(ada, mod);
  });
});

describe('a moderator', () => {
  it('cannot act against the streamer or another moderator', async () => {
    const other = await site.aUser();
    expectSuccess('PUT /rooms/{id}/moderators/{username}', await rooms.name(ada, ada, other));
    for (const person of [ada, other]) {
      const { id } = await rooms.say(ada, person, 'I keep the peace');
      expectError(await rooms.remove(ada, mod, id), 'forbidden');
      expectError(await rooms.silence(ada, mod, person, null), 'forbidden');
      expectError(await rooms.silence(ada, mod, person, 1), 'forbidden');
      await rooms.say(ada, person, 'Still here');
    }
  });

  it('cannot appoint or dismiss moderators', async () => {
    expectError(await rooms.name(ada, mod, viewer), 'forbidden');
    expectError(await rooms.dismiss(ada, mod, mod), 'forbidden');
  });

  it('loses the role when the streamer bans them', async () => {
    expectSuccess('PUT /rooms/{id}/sanctions/{username}', await rooms.silence(ada, ada, mod, null));
    expect((await rooms.room(ada)).moderators).not.toContain(mod.username);
    expectError(await rooms.lift(ada, mod, mod), 'forbidden');
    expectError(await rooms.post(ada, mod, 'And now?'), 'chat_refused');
  });

  it('whose role ends during an action changes nothing', async () => {
    const { roomReads } = await import('#functions/chat/rooms/rooms.repository.ts');
    const { roomWrites } = await import('#functions/chat/rooms/rooms.writes.ts');
    const { chatRepository } = await import('#functions/chat/chat.repository.ts');
    const { channelsRepository } = await import('#functions/channels/table/channels.repository.ts');
    const { pollsRepository } = await import('#functions/chat/polls/polls.repository.ts');
    const { clearChat } = await import('#functions/chat/rooms/remove-messages.service.ts');
    const reads = roomReads(site.table);
    const isModerator = async (channelId: string, personId: string) => {
      const answer = await reads.isModerator(channelId, personId);
      await rooms.dismiss(ada, ada, mod);
      return answer;
    };
    await rooms.say(ada, viewer, 'Let me stay');
    const late = {
      rooms: { ...reads, ...roomWrites(site.table), isModerator },
      chat: chatRepository(site.table),
      channels: channelsRepository(site.table),
      polls: pollsRepository(site.table),
      publish: async () => {},
      clock: Date.now,
    };
    await expect(clearChat(late, mod.id, ada.id)).rejects.toThrow('only_chat_moderators');
    expect(await rooms.texts(ada)).toContain('Let me stay');
  });
});

describe('a banned user', () => {
  it('cannot write by another tab, an old token or an old idempotency key', async () => {
    const login = await site.api('POST', '/auth/login', {
      body: { username: viewer.username, password: viewer.password },
    });
    const { token } = expectSuccess('POST /auth/login', login) as { token: string };
    await rooms.say(ada, viewer, 'Before', 'key-1');
    expectSuccess('PUT /rooms/{id}/sanctions/{username}', await rooms.silence(ada, mod, viewer, null));
    const before = await rooms.texts(ada);
    expectError(await rooms.post(ada, { ...viewer, token }, 'Another tab'), 'chat_refused');
    expectError(await rooms.post(ada, viewer, 'The old token'), 'chat_refused');
    expectError(await rooms.post(ada, viewer, 'Another key', { key: 'key-2' }), 'chat_refused');
    // What the key has written is there; it writes nothing new.
    const again = expectSuccess(
      'POST /chat/{id}',
      await rooms.post(ada, viewer, 'New words', { key: 'key-1' }),
    );
    expect(again.message).toBe('Before');
    expect(await rooms.texts(ada)).toEqual(before);
  });
});

describe('slow mode', () => {
  it('accepts one of many simultaneous messages', async () => {
    expectSuccess('PUT /rooms/{id}', await rooms.setMode(bea, bea, { slow_mode_s: 120 }));
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) => rooms.post(bea, viewer, `No ${n}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expectSuccess('PUT /rooms/{id}', await rooms.setMode(bea, bea, {}));
  });
});

describe('a user’s data in chats', () => {
  it('is deleted with the account', async () => {
    const { deleteRooms } = await import('#functions/chat/rooms/person-rooms.repository.ts');
    const other = await site.aUser();
    await rooms.name(bea, bea, viewer);
    await rooms.silence(ada, mod, viewer, null);
    await rooms.name(viewer, viewer, other);
    await rooms.setWords(viewer, viewer, ['clunker']);
    const hide = await site.api('PUT', `/hidden-people/${viewer.username}`, { token: other.token });
    expect(hide.status).toBe(204);
    const traces = async () => {
      const items = (await readAll(site.table)).filter((item) => JSON.stringify(item).includes(viewer.id));
      return items.filter(({ pk, gsi1pk }) => /^ROOM#|^ABOUT#/.test(`${gsi1pk ?? pk}`));
    };
    expect(await traces()).not.toEqual([]);
    expect(await deleteRooms(site.table)({ id: viewer.id, hasTime: () => true } as never)).toBe(true);
    expect(await traces()).toEqual([]);
    const list = await site.api('GET', '/hidden-people', { token: other.token });
    expect(expectSuccess('GET /hidden-people', list)).toEqual({ usernames: [] });
  });
});
