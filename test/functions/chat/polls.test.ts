/** Polls in chats, with a clock of their own, and what people try with them. */
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { countWhenDue, type DueCount, finishPoll } from '#functions/chat/polls/counting.service.ts';
import { FINISH_GRACE_MS } from '#functions/chat/polls/poll.ts';
import { pollsRepository } from '#functions/chat/polls/polls.repository.ts';
import { endPoll, type PollsDeps, startPoll, vote } from '#functions/chat/polls/polls.service.ts';
import { roomReads } from '#functions/chat/rooms/rooms.repository.ts';
import type { Poll } from '#shared/community/polls.ts';
import { POLL_RESULT_MS } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aModerator, decided, report } from '#test/support/api/moderation/moderators.ts';
import { RoomCaller } from '#test/support/api/rooms.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';

const site = await localApi();
const rooms = new RoomCaller(site);
const polls = pollsRepository(site.table);
let nowMs = Date.now();
let handedOver: DueCount[];
let published: ChannelEvent[];

const deps: PollsDeps = {
  polls,
  rooms: roomReads(site.table),
  channels: channelsRepository(site.table),
  publish: async (_, event) => void published.push(event),
  handOver: async (due) => void handedOver.push(due),
  clock: () => nowMs,
  sleep: async (ms) => void (nowMs += ms),
};

const BODY = { question: 'Which fan next?', answers: ['Ceiling', 'Desk', 'Tower'], duration_s: 60 };

let ada: TestUser;
let bea: TestUser;
beforeEach(async () => {
  [ada, bea] = [await site.aUser(), await site.aUser()];
  [handedOver, published] = [[], []];
  nowMs = Date.now();
});

const start = (by = ada, key?: string, body = BODY) =>
  startPoll(deps, by.id, { ...body, channelId: ada.id, key });
const voteBy = (by: TestUser, poll: Poll, answer: number) =>
  vote(deps, by.id, { channelId: ada.id, poll_id: poll.id, answer });
const end = (by: TestUser, poll: Poll) => endPoll(deps, by.id, ada.id, poll.id);
const counted = ({ answers }: Poll) => answers.map(({ votes }) => votes);
const votesOf = (poll: Poll) => polls.count(poll.id, 3);
/** The poll that open pages have got last. */
const latestPoll = () => published.flatMap((event) => (event.type === 'poll' ? [event.poll] : [])).at(-1);
const chat = async () => expectSuccess('GET /chat/{id}', await site.api('GET', `/chat/${ada.id}`));
const request = (by: TestUser | undefined, body: object = BODY) =>
  site.api('POST', `/polls/${ada.id}`, { token: by?.token, body });

describe('a poll', () => {
  it('is announced in the chat, and is in the room for late arrivals until two minutes after its end', async () => {
    const poll = expectSuccess('POST /polls/{id}', await request(ada));
    expect(poll).toMatchObject({ username: ada.username, question: BODY.question });
    expect(counted(poll)).toEqual([0, 0, 0]);
    const { question, answers } = BODY;
    expect(await chat()).toMatchObject([{ id: poll.id, badges: ['streamer'], poll: { question, answers } }]);
    expect((await rooms.room(ada)).poll).toEqual(poll);
    const item = (await polls.find(ada.id))!;
    const atMs = nowMs - POLL_RESULT_MS;
    await polls.end({ channelId: ada.id, actorId: ada.id, actId: ulid(atMs), atMs }, poll.id);
    expect(item.ends_ms - Date.parse(poll.ends_at)).toBe(0);
    expect((await rooms.room(ada)).poll).toBeUndefined();
  });

  it('counts each person’s latest vote, and says which it is', async () => {
    const poll = await start();
    expect(await voteBy(bea, poll, 0)).toEqual({ poll_id: poll.id, answer: 0 });
    await voteBy(ada, poll, 1);
    await voteBy(bea, poll, 2);
    expect(await votesOf(poll)).toEqual([0, 1, 1]);
    expect((await rooms.me(ada, bea)).vote).toEqual({ poll_id: poll.id, answer: 2 });
    expect((await rooms.me(ada, ada)).vote?.answer).toBe(1);
  });

  it('shows votes at once, and those of a crowd once a second', async () => {
    const poll = await start();
    await voteBy(bea, poll, 0);
    expect(counted(latestPoll()!)).toEqual([1, 0, 0]);
    const crowd = await Promise.all(Array.from({ length: 4 }, () => site.aUser()));
    for (const person of crowd) await voteBy(person, poll, 1);
    expect(counted(latestPoll()!)).toEqual([1, 0, 0]);
    expect(handedOver).toHaveLength(1);
    await countWhenDue(deps, handedOver[0]!);
    expect(counted(latestPoll()!)).toEqual([1, 4, 0]);
    expect((await rooms.room(ada)).poll?.answers[1]?.votes).toBe(4);
  });

  it('counts itself where Lambda does not take the work over', async () => {
    const poll = await start();
    const refusing = { ...deps, handOver: () => Promise.reject(new Error('Throttled')) };
    for (const [person, answer] of [
      [ada, 0],
      [bea, 1],
    ] as const)
      await vote(refusing, person.id, { channelId: ada.id, poll_id: poll.id, answer });
    expect(counted(latestPoll()!)).toEqual([1, 1, 0]);
  });

  it('leaves one line with its result in the chat, which a replay has at the poll’s end', async () => {
    const poll = await start();
    await voteBy(bea, poll, 1);
    expect(await finishPoll(deps, ada.id)).toBe('deferred');
    nowMs = Date.parse(poll.ends_at) + FINISH_GRACE_MS;
    await Promise.all([finishPoll(deps, ada.id), finishPoll(deps, ada.id)]);
    expect(await finishPoll(deps, ada.id)).toBe('gone');
    const lines = await chat();
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({
      username: ada.username,
      message: 'asked: Which fan next? – Ceiling: 0, Desk: 1, Tower: 0',
      poll: { votes: [0, 1, 0] },
      shown_at: poll.ends_at,
    });
  });

  it('is finished by the tick', async () => {
    nowMs -= 2 * MINUTE_MS;
    await start();
    await foldCounters(site.table);
    expect((await chat()).map(({ poll }) => poll?.votes)).toEqual([undefined, [0, 0, 0]]);
    expect((await polls.find(ada.id))?.finished).toBe(true);
  });

  it('is ended early by a moderator, who repeats it without effect', async () => {
    const poll = await start();
    await rooms.name(ada, ada, bea);
    nowMs += 1000;
    const ended = await end(bea, poll);
    expect(Date.parse(ended.ends_at)).toBe(nowMs);
    nowMs += 1000;
    expect(await end(bea, poll)).toEqual(ended);
    const { acts } = expectSuccess('GET /rooms/{id}/acts', await rooms.acts(ada, ada));
    expect(acts.filter(({ act }) => act === 'end_poll')).toMatchObject([
      { by: bea.username, username: null, can_undo: false },
    ]);
    await expect(voteBy(bea, poll, 0)).rejects.toThrow('poll_ended');
    await start(bea);
    expect(await chat()).toHaveLength(3);
    await expect(end(bea, poll)).rejects.toThrow('poll_ended');
  });

  it('goes with the message that announces it', async () => {
    const poll = await start();
    await rooms.remove(ada, ada, poll.id);
    expect((await rooms.room(ada)).poll).toBeUndefined();
    await expect(voteBy(bea, poll, 0)).rejects.toThrow('poll_ended');
    await expect(end(ada, poll)).rejects.toThrow('not_found');
    await start();
    expect(await chat()).toHaveLength(1);
  });
});

describe('the start of a poll', () => {
  it('is one for a repeated key, and refused while another one runs', async () => {
    const both = await Promise.all([start(ada, 'once'), start(ada, 'once')]);
    expect(new Set([...both, await start(ada, 'once')].map(({ id }) => id)).size).toBe(1);
    expect(await chat()).toHaveLength(1);
    await expect(start(ada, 'twice')).rejects.toThrow('poll_running');
    expect(expectError(await request(ada), 'conflict')).toContain('A poll is running');
  });

  it('is for the streamer and moderators alone', async () => {
    expectError(await request(undefined), 'unauthenticated');
    expectError(await request(bea), 'forbidden');
    const poll = await start();
    await expect(end(bea, poll)).rejects.toThrow('only_chat_moderators');
    const missing = { ...ada, id: bea.id.replaceAll(/./g, '0') };
    await expect(startPoll(deps, ada.id, { ...BODY, channelId: missing.id, key: undefined })).rejects.toThrow(
      'not_found',
    );
  });

  it('refuses the words that the room holds back, also by its moderators', async () => {
    await rooms.setWords(ada, ada, ['clunker']);
    await expect(start(ada, undefined, { ...BODY, answers: ['Ceiling', 'A CLUNKER'] })).rejects.toThrow(
      'words',
    );
    await expect(start(ada, undefined, { ...BODY, question: 'Clunker?' })).rejects.toThrow('words');
  });

  it('is refused with too few, too many or too long texts, and times', async () => {
    for (const change of [
      { question: ' ' },
      { question: 'x'.repeat(141) },
      { answers: ['Ceiling'] },
      { answers: Array.from({ length: 6 }, String) },
      { answers: ['Ceiling', ''] },
      { answers: ['Ceiling', 'x'.repeat(61)] },
      { duration_s: 29 },
      { duration_s: 601 },
    ])
      expectError(await request(ada, { ...BODY, ...change }), 'invalid_request');
  });
});

describe('a vote', () => {
  const put = (by: TestUser | undefined, poll: Poll, answer: number) =>
    site.api('PUT', `/polls/${ada.id}/${poll.id}/vote`, { token: by?.token, body: { answer } });

  it('counts once from two tabs and again', async () => {
    const poll = await start();
    await Promise.all([voteBy(bea, poll, 1), voteBy(bea, poll, 1), voteBy(bea, poll, 1)]);
    await voteBy(bea, poll, 1);
    expect(await votesOf(poll)).toEqual([0, 1, 0]);
  });

  it('counts once where two tabs disagree', async () => {
    const poll = await start();
    await Promise.all([0, 1, 2].map((answer) => voteBy(bea, poll, answer)));
    const { vote: latest } = await rooms.me(ada, bea);
    expect(await votesOf(poll)).toEqual([0, 1, 2].map((answer) => Number(latest?.answer === answer)));
  });

  it('counts in each poll of a chat', async () => {
    const first = await start();
    await voteBy(bea, first, 1);
    nowMs = Date.parse(first.ends_at);
    const second = await start();
    await voteBy(bea, second, 1);
    expect([await votesOf(first), await votesOf(second)]).toEqual([
      [0, 1, 0],
      [0, 1, 0],
    ]);
    await expect(voteBy(bea, first, 2)).rejects.toThrow('poll_ended');
  });

  it('is too late after the end, unless it arrived before', async () => {
    const poll = await start();
    nowMs = Date.parse(poll.ends_at);
    await expect(voteBy(bea, poll, 0)).rejects.toThrow('poll_ended');
    await vote(deps, bea.id, { channelId: ada.id, poll_id: poll.id, answer: 0, arrivedMs: nowMs - 1 });
    expect(await votesOf(poll)).toEqual([1, 0, 0]);
  });

  it('is refused for an answer that is not there, and a poll that is not', async () => {
    const poll = expectSuccess('POST /polls/{id}', await request(ada));
    expectError(await put(bea, poll, 3), 'invalid_request');
    expectError(await put(bea, poll, -1), 'invalid_request');
    expectError(await put(bea, { ...poll, id: ada.id }, 0), 'conflict');
    expectError(await put(undefined, poll, 0), 'unauthenticated');
    expectSuccess('PUT /polls/{id}/{poll_id}/vote', await put(bea, poll, 2));
  });

  it.each([
    ['is banned from the chat', 'chat_refused', () => rooms.silence(ada, ada, bea, null)],
    ['is timed out', 'chat_refused', () => rooms.silence(ada, ada, bea, 10)],
    [
      'the streamer has blocked',
      'chat_refused',
      () => site.api('PUT', `/hidden-people/${bea.username}`, { token: ada.token }),
    ],
    [
      'does not follow, where only followers write',
      'chat_refused',
      () => rooms.setMode(ada, ada, { followers_only: true }),
    ],
    ['is suspended', 'suspended', () => suspend(bea)],
  ] as const)('is refused to a person who %s', async (_, code, refuse) => {
    const poll = expectSuccess('POST /polls/{id}', await request(ada));
    await refuse();
    expectError(await put(bea, poll, 0), code);
    expect(await votesOf(poll)).toEqual([0, 0, 0]);
  });

  it('is refused in the chat of a suspended channel', async () => {
    const poll = await start();
    await suspend(ada);
    await expect(voteBy(bea, poll, 0)).rejects.toThrow('not_found');
    await expect(start()).rejects.toThrow('not_found');
  });
});

async function suspend({ id }: TestUser): Promise<void> {
  const moderator = await aModerator(site);
  const witness = await site.aUser();
  expectSuccess('POST /reports', await report(site, witness, { kind: 'channel', id }));
  await decided(site, moderator, `channel.${id}`, { act: 'suspend', reason: 'spam', days: 1 });
}
