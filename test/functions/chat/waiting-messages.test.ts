import { expect, it } from 'vitest';
import type { NewMessage, SendTimes } from '#functions/chat/message.ts';
import { type ChatDeps, postMessage } from '#functions/chat/chat.service.ts';
import { newChannel, toChannel } from '#functions/channels/channel.item.ts';

const AUTHOR = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const START_MS = Date.parse('2026-11-28T10:00:00Z');

/** A chat whose table is slow: nothing is written before `writes` are asked for. */
function slowChat() {
  let times: SendTimes = { sentMs: [], roomsMs: {} };
  const written: NewMessage[] = [];
  const deps: ChatDeps = {
    chat: {
      findByKey: async () => null,
      find: async () => [],
      list: async () => [],
      sendTimesOf: async () => times,
      write: async (message) => {
        if (message.expected !== times) return false;
        times = message.sent;
        written.push(message);
        return true;
      },
    },
    rooms: {
      permissionsOf: async () => ({
        mode: { slow_mode_s: 0, followers_only: false, links_allowed: true },
        clearedId: '',
        isModerator: false,
        isFollower: false,
        sanction: null,
        isBlocked: false,
        blockedWords: [],
      }),
      clearedIdOf: async () => '',
    },
    channels: { findById: async (id) => toChannel(newChannel(id, id)) },
    rate: { messages: 3, windowMs: 3000 },
    publish: async () => {},
    // All of it is processed at one moment, long after it arrived.
    clock: () => START_MS + 25_000,
  };
  const post = (n: number, arrivedMs: number) =>
    postMessage(deps, AUTHOR, {
      channelId: AUTHOR,
      message: `${n}`,
      replyTo: undefined,
      playedAt: undefined,
      key: undefined,
      via: undefined,
      arrivedMs,
    });
  return { post, written };
}

it('messages that waited in a queue are judged and dated by their arrival', async () => {
  const { post, written } = slowChat();
  const everySecond = Array.from({ length: 12 }, (_, n) => START_MS + n * 1000);
  await Promise.all(everySecond.map((arrivedMs, n) => post(n, arrivedMs)));
  expect(written.map(({ message }) => Date.parse(message.timestamp))).toEqual(everySecond);
});

it('messages that arrived at once are refused beyond the limit, however late they are processed', async () => {
  const { post, written } = slowChat();
  const answers = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => post(n, START_MS)));
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  expect(written).toHaveLength(3);
});

it('an arrival after the present counts as now', async () => {
  const { post, written } = slowChat();
  await post(0, START_MS + 60_000);
  expect(written.map(({ message }) => Date.parse(message.timestamp))).toEqual([START_MS + 25_000]);
});
