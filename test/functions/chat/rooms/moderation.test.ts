import { beforeEach, describe, expect, it } from 'vitest';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import type { ApiError } from '#shared/base/api-error.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type ApiAnswer, type TestUser } from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';
import { listenToChannel } from '#test/support/stand-ins/channel-listener.ts';

let ada: TestUser;
let mod: TestUser;
let viewer: TestUser;

const site = await localApi({ realtime: true });
const rooms = new RoomCaller(site);
/** Ada streams, one looks after her chat, one watches. */
beforeEach(async () => {
  [ada, mod, viewer] = [await site.aUser(), await site.aUser(), await site.aUser()];
  expectSuccess('PUT /rooms/{id}/moderators/{username}', await rooms.name(ada, ada, mod));
});

const refusal = (answer: ApiAnswer) => {
  expectError(answer, 'chat_refused');
  const { reason, detail } = answer.body as ApiError;
  return [reason, detail];
};
const isDone = ({ status, body }: ApiAnswer) => expect([status, body]).toEqual([204, undefined]);

/** What the page of somebody who has the channel open hears next, of these types. */
async function listening(...types: readonly ChannelEvent['type'][]) {
  const client = await listenToChannel(site.realtime!, ada.id, await passTo(site, 'channel', ada.id));
  const waiting: ChannelEvent[] = [];
  return async (): Promise<ChannelEvent> => {
    while (waiting.length === 0) {
      const { type, event } = await client.next();
      if (type !== 'data') continue;
      const { events } = JSON.parse(String(event)) as { events: ChannelEvent[] };
      waiting.push(...events.filter((one) => types.includes(one.type)));
    }
    return waiting.shift()!;
  };
}

describe('a moderator', () => {
  it('removes a message from the history and from open pages', async () => {
    const next = await listening('removed');
    const { id } = await rooms.say(ada, viewer, 'Buy my fans');
    await rooms.say(ada, viewer, 'Sorry');
    isDone(await rooms.remove(ada, mod, id));
    expect(await next()).toEqual({ type: 'removed', ids: [id] });
    expect(await rooms.texts(ada)).toEqual(['Sorry']);
  });

  it('publishes a removal again when the moderator repeats it', async () => {
    const { id } = await rooms.say(ada, viewer, 'Buy my fans');
    isDone(await rooms.remove(ada, mod, id));
    const next = await listening('removed');
    isDone(await rooms.remove(ada, mod, id));
    expect(await next()).toEqual({ type: 'removed', ids: [id] });
  });

  it('times a viewer out, in this chat only, until it is lifted', async () => {
    const answer = await rooms.silence(ada, mod, viewer, 10);
    const { until } = expectSuccess('PUT /rooms/{id}/sanctions/{username}', answer);
    expect(Math.round((Date.parse(until!) - Date.now()) / 60_000)).toBe(10);
    const refused = await rooms.post(ada, viewer, 'Hello?');
    expect(refusal(refused)).toEqual([
      'timed_out',
      'You are timed out in this chat. You can write again in 10 minutes.',
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590);
    expect(await rooms.me(ada, viewer)).toMatchObject({ role: 'viewer', silenced: { until } });
    await rooms.say(mod, viewer, 'Elsewhere I may');
    isDone(await rooms.lift(ada, mod, viewer));
    await rooms.say(ada, viewer, 'Thanks');
    expect(await rooms.texts(ada)).toEqual(['Thanks']);
  });

  it.each([0, 20_161, 1.5, '10'])('refuses a time-out of %j minutes', async (minutes) => {
    expectError(await rooms.silence(ada, mod, viewer, minutes as number), 'invalid_request');
  });

  it('bans a viewer and lifts the ban', async () => {
    expectSuccess('PUT /rooms/{id}/sanctions/{username}', await rooms.silence(ada, mod, viewer, null));
    expect(refusal(await rooms.post(ada, viewer, 'Hello?'))).toEqual([
      'banned',
      'You are banned from this chat.',
    ]);
    const list = expectSuccess('GET /rooms/{id}/sanctions', await rooms.sanctions(ada, mod));
    expect(list).toEqual({
      sanctions: [{ username: viewer.username, until: null, reason: '', appeal: null }],
      next: null,
    });
    isDone(await rooms.lift(ada, mod, viewer));
    await rooms.say(ada, viewer, 'Thanks');
  });

  it('clears the history and the chat of open pages', async () => {
    const { id: old } = await rooms.say(ada, viewer, 'One');
    await rooms.say(ada, viewer, 'Two', 'key-2');
    const next = await listening('cleared');
    isDone(await rooms.clear(ada, mod));
    const cleared = await next();
    expect(cleared.type === 'cleared' && cleared.before > old).toBe(true);
    expect(await rooms.texts(ada)).toEqual([]);
    expect(refusal(await rooms.post(ada, viewer, 'Two', { key: 'key-2' }))[0]).toBe('removed');
    expectError(await rooms.post(ada, viewer, 'Why?', { replyTo: old }), 'not_found');
    await rooms.say(ada, viewer, 'Three');
    expect(await rooms.texts(ada)).toEqual(['Three']);
  });

  it('pins a message until the message is removed', async () => {
    const next = await listening('room');
    const message = await rooms.say(ada, ada, 'Read this');
    expectSuccess('PUT /rooms/{id}/pin', await rooms.pin(ada, mod, message.id));
    expect(await next()).toMatchObject({ room: { pinned: { id: message.id, message: 'Read this' } } });
    expect((await rooms.room(ada)).pinned).toEqual(message);
    isDone(await rooms.remove(ada, ada, message.id));
    expect(await next()).toMatchObject({ room: { pinned: null } });
    expect((await rooms.room(ada)).pinned).toBeNull();
    expectError(await rooms.pin(ada, mod, message.id), 'not_found');
  });

  it('changes the chat’s mode on open pages', async () => {
    const next = await listening('room');
    const mode = { slow_mode_s: 30, followers_only: true, links_allowed: false };
    const room = expectSuccess('PUT /rooms/{id}', await rooms.setMode(ada, mod, mode));
    expect(room).toEqual({ ...mode, pinned: null, moderators: [mod.username], rules: '' });
    expect(await next()).toEqual({ type: 'room', room });
    expect(await rooms.room(ada)).toEqual(room);
  });

  it('writes with a moderator’s badge and is exempt from the chat’s rules', async () => {
    await rooms.setMode(ada, ada, { slow_mode_s: 120, followers_only: true, links_allowed: false });
    await rooms.setWords(ada, ada, ['clunker']);
    for (const person of [mod, ada]) {
      await rooms.say(ada, person, 'See fans.com, no clunker');
      await rooms.say(ada, person, 'Again');
    }
    expect(await rooms.me(ada, mod)).toEqual({
      role: 'moderator',
      silenced: null,
      must_follow: false,
      next_at: null,
    });
    expect(await rooms.say(ada, mod, 'I look after this')).toMatchObject({ badges: ['moderator'] });
  });
});

describe('a refused message', () => {
  it('says in slow mode how long to wait', async () => {
    await rooms.setMode(ada, mod, { slow_mode_s: 30 });
    await rooms.say(mod, viewer, 'Elsewhere before');
    await rooms.say(ada, viewer, 'One');
    const refused = await rooms.post(ada, viewer, 'Two');
    expect(refusal(refused)).toEqual(['slow_mode', 'Slow mode: one message every 30 seconds.']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20);
    const { next_at } = await rooms.me(ada, viewer);
    expect(Date.parse(next_at!)).toBeGreaterThan(Date.now());
    await rooms.say(mod, viewer, 'Elsewhere after');
  });

  it('says that only followers may write', async () => {
    await rooms.setMode(ada, mod, { followers_only: true });
    expect(refusal(await rooms.post(ada, viewer, 'Hi'))[0]).toBe('followers_only');
    expect(await rooms.me(ada, viewer)).toMatchObject({ must_follow: true });
    await site.api('POST', `/follows/${ada.id}`, { token: viewer.token });
    await rooms.say(ada, viewer, 'Hi');
  });

  it('says that links are not allowed', async () => {
    await rooms.setMode(ada, mod, { links_allowed: false });
    expect(refusal(await rooms.post(ada, viewer, 'see https://fans.example'))[0]).toBe('links');
    await rooms.say(ada, viewer, 'see my fan');
  });

  it('says that it has a blocked word, but not which', async () => {
    expectSuccess('PUT /rooms/{id}/words', await rooms.setWords(ada, mod, ['clunker', 'Clunker', 'bad fan']));
    expect(expectSuccess('GET /rooms/{id}/words', await rooms.words(ada, ada)).words).toEqual([
      'Clunker',
      'bad fan',
    ]);
    expect(refusal(await rooms.post(ada, viewer, 'What a сlünk3r'))).toEqual([
      'words',
      'This text contains a blocked word.',
    ]);
    await rooms.say(ada, viewer, 'What a fan');
  });

  it.each([[['x'.repeat(51)]], [['']], [['a\nb']], [Array.from({ length: 101 }, (_, n) => `word${n}`)]])(
    '%# is an invalid list of blocked words',
    async (words) => {
      expectError(await rooms.setWords(ada, mod, words), 'invalid_request');
    },
  );
});

describe('the idempotency key of a removed message', () => {
  it('does not restore the message', async () => {
    const { id } = await rooms.say(ada, viewer, 'Once', 'key-1');
    isDone(await rooms.remove(ada, mod, id));
    expect(refusal(await rooms.post(ada, viewer, 'Once', { key: 'key-1' }))).toEqual([
      'removed',
      'This message was removed.',
    ]);
    expect(await rooms.texts(ada)).toEqual([]);
  });
});
