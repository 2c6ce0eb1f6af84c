/** A streamer's commands, which the site answers. */
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/community/chat.ts';
import { COMMAND_INTERVAL_MS, MAX_CHAT_COMMANDS } from '#shared/limits.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { answerCommand } from '#functions/chat/answer-command.service.ts';
import { answersRepository } from '#functions/chat/answers.repository.ts';
import { answeredKey } from '#functions/chat/chat.item.ts';
import { exportOwnRoom } from '#functions/chat/rooms/person-rooms.repository.ts';
import { commandKey } from '#functions/chat/rooms/room.item.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';
import { measureUnits } from '#test/support/api/table/read-units.ts';

const ANSWER = 'Ceiling fan, 52 inches: https://fans.example <b>loud</b>';

let ada: TestUser;
let mod: TestUser;
let viewer: TestUser;
const site = await localApi();
const rooms = new RoomCaller(site);
beforeEach(async () => {
  [ada, mod, viewer] = [await site.aUser(), await site.aUser(), await site.aUser()];
  expectSuccess('PUT /rooms/{id}/moderators/{username}', await rooms.name(ada, ada, mod));
});

const set = async (name: string, answer = ANSWER, by = ada) =>
  expectSuccess('PUT /rooms/{id}/commands/{name}', await rooms.setCommand(ada, by, name, answer));
const list = async (by = viewer) =>
  expectSuccess('GET /rooms/{id}/commands', await rooms.commands(ada, by)).commands;
const history = async (): Promise<ChatMessage[]> =>
  expectSuccess('GET /chat/{id}', await site.api('GET', `/chat/${ada.id}`));

/** As if the command had been answered longer ago. */
const wait = (name: string) =>
  updateItem(site.table, answeredKey(ada.id, name), {
    answered_id: ulid(Date.now() - COMMAND_INTERVAL_MS - 1000),
  });

describe('the commands of a chat', () => {
  it('are set, changed and removed by the streamer and moderators, and read by everybody', async () => {
    expect(await set('fan')).toEqual({ name: 'fan', answer: ANSWER });
    await set('box_2', 'A box fan', mod);
    await set('fan', 'A new fan', mod);
    expect(await list()).toEqual([
      { name: 'box_2', answer: 'A box fan' },
      { name: 'fan', answer: 'A new fan' },
    ]);
    expect((await rooms.removeCommand(ada, mod, 'fan')).status).toBe(204);
    expect((await rooms.removeCommand(ada, mod, 'fan')).status).toBe(204);
    expect(await list()).toEqual([{ name: 'box_2', answer: 'A box fan' }]);
    const { acts } = expectSuccess('GET /rooms/{id}/acts', await rooms.acts(ada, ada));
    expect(acts.filter(({ act }) => act === 'commands')).toHaveLength(4);
  });

  it('that are refused say why', async () => {
    expect(expectError(await rooms.setCommand(ada, ada, 'FAN', ANSWER), 'invalid_request')).toBe(
      'Name must have 2 to 25 small letters, digits or underscores.',
    );
    expect(expectError(await rooms.setCommand(ada, ada, 'fan', '!box'), 'invalid_request')).toBe(
      'Answer may not start with ! or /.',
    );
    expect(await list()).toEqual([]);
  });

  it('are at most 50, of which each can still be changed', async () => {
    for (let n = 0; n < MAX_CHAT_COMMANDS; n++)
      await updateItem(site.table, commandKey(ada.id, `fan${n}`), { name: `fan${n}`, answer: ANSWER });
    expectError(await rooms.setCommand(ada, ada, 'another', ANSWER), 'conflict');
    await set('fan7', 'Seven');
    expect(await list()).toHaveLength(MAX_CHAT_COMMANDS);
  });

  it('are in the streamer’s export, with what they answer', async () => {
    await set('fan');
    expect(await exportOwnRoom(site.table, ada.id)).toContainEqual({
      kind: 'command',
      name: 'fan',
      answer: ANSWER,
    });
  });
});

describe('a command in the chat', () => {
  it('is answered as the streamer’s program, as text', async () => {
    await set('fan');
    const asked = await rooms.say(ada, viewer, '!FAN please');
    const answer = (await history()).at(-1);
    expect(answer).toEqual({
      id: expect.any(String),
      timestamp: expect.any(String),
      username: ada.username,
      message: ANSWER,
      badges: ['streamer', 'bot'],
      via: '!fan',
      reply_to: { id: asked.id, username: viewer.username, message: '!FAN please' },
    });
    expect(answer!.id > asked.id).toBe(true);
  });

  it('is answered once in five seconds over all viewers, and each command for itself', async () => {
    await set('fan');
    await set('box', 'A box fan');
    await rooms.say(ada, viewer, '!fan');
    await rooms.say(ada, mod, '!fan');
    await rooms.say(ada, ada, '!box');
    expect(await rooms.texts(ada)).toEqual(['!fan', ANSWER, '!fan', '!box', 'A box fan']);
    await wait('fan');
    await rooms.say(ada, mod, '!fan');
    expect((await rooms.texts(ada)).slice(-2)).toEqual(['!fan', ANSWER]);
  });

  it('is answered once when the message is repeated, also after five seconds', async () => {
    await set('fan');
    await rooms.say(ada, viewer, '!fan', 'key-1');
    await rooms.say(ada, viewer, '!fan', 'key-1');
    expect(await rooms.texts(ada)).toEqual(['!fan', ANSWER]);
  });

  it('is answered by the repetition when the first request ended before', async () => {
    const { id } = await rooms.say(ada, viewer, '!fan', 'key-1');
    await set('fan');
    await rooms.say(ada, viewer, '!fan', 'key-1');
    expect(await rooms.texts(ada)).toEqual(['!fan', ANSWER]);
    const { answered_id } = (await getItem<{ answered_id: string }>(site.table, answeredKey(ada.id, 'fan')))!;
    expect(answered_id).toBe(id);
  });

  it('is not answered to a person who may not write', async () => {
    await set('fan');
    await rooms.say(ada, viewer, '!fans', 'key-1');
    await rooms.silence(ada, ada, viewer, null);
    expectError(await rooms.post(ada, viewer, '!fan'), 'chat_refused');
    expect(await rooms.texts(ada)).toEqual(['!fans']);
  });

  it('that was asked before a ban is not answered by its repetition', async () => {
    await rooms.say(ada, viewer, '!fan', 'key-1');
    await set('fan');
    await rooms.silence(ada, ada, viewer, null);
    await rooms.post(ada, viewer, '!fan', { key: 'key-1' });
    expect(await rooms.texts(ada)).toEqual(['!fan']);
  });

  it('with the name of a built-in one is only answered', async () => {
    await set('ban', 'No one is banned');
    await rooms.say(ada, ada, `!ban ${viewer.username}`);
    expect((await rooms.texts(ada)).at(-1)).toBe('No one is banned');
    await rooms.say(ada, viewer, 'Still here');
  });

  it('of another channel, one that is removed, and one that is only alike are not answered', async () => {
    await set('fan');
    await rooms.say(mod, viewer, '!fan');
    await rooms.say(ada, viewer, '!fаn');
    await rooms.say(ada, viewer, 'my !fan');
    await rooms.removeCommand(ada, ada, 'fan');
    await rooms.say(ada, viewer, '!fan');
    expect(await rooms.texts(ada)).toEqual(['!fаn', 'my !fan', '!fan']);
    expect(await rooms.texts(mod)).toEqual(['!fan']);
  });
});

describe('the answer', () => {
  const answering = () => {
    const published: unknown[] = [];
    const deps = {
      answers: answersRepository(site.table),
      publish: async (_: string, event: unknown) => void published.push(event),
      clock: Date.now,
    };
    return { deps, published };
  };
  const asked = (message: string) => {
    const nowMs = Date.now();
    const timestamp = new Date(nowMs).toISOString();
    return { id: ulid(nowMs), username: viewer.username, message, timestamp };
  };
  const failures = () => site.log.entries().filter(({ step }) => step === 'answer to a command');
  const channelOfAda = async () => (await channelsRepository(site.table).findVisible(ada.id))!;

  it('is written and published once when a hundred viewers ask in the same moment', async () => {
    await set('fan');
    const { deps, published } = answering();
    const channel = await channelOfAda();
    // All of them read the command as it was before the first answer.
    const answers = { ...deps.answers, findCommand: async () => ({ answer: ANSWER, answeredId: '' }) };
    const ask = () => answerCommand({ ...deps, answers }, channel, asked('!fan'));
    await Promise.all(Array.from({ length: 100 }, ask));
    expect(await rooms.texts(ada)).toEqual([ANSWER]);
    expect(published).toHaveLength(1);
    expect(failures()).toEqual([]);
  });

  it('costs one read of two items for what begins with "!", and nothing for other messages', async () => {
    await set('fan');
    const { deps } = answering();
    const channel = await channelOfAda();
    const unitsOf = measureUnits(site.table);
    const units = (message: string) => unitsOf(() => answerCommand(deps, channel, asked(message)));
    expect(await units('hello')).toBe(0);
    expect(await units('!nothing')).toBe(1);
    await answerCommand(deps, channel, asked('!fan'));
    expect(await units('!fan')).toBe(1);
  });

  it('that fails is logged, and its message stays', async () => {
    const { deps } = answering();
    const answers = { ...deps.answers, findCommand: () => Promise.reject(new Error('no table')) };
    await answerCommand({ ...deps, answers }, await channelOfAda(), asked('!fan'));
    expect(failures()).toMatchObject([{ error: { message: 'no table' } }]);
  });
});
