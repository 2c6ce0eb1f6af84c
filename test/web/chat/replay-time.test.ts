import { decodeTime, isValid } from 'ulid';
import { expect, it } from 'vitest';
import { firstIdAt } from '#web/features/chat/feed/first-id.ts';
import { recordedAt } from '#web/features/chat/replay/use-replay-chat.ts';
import { messagesUntil, toTimedMessages } from '#web/features/chat/replay/timed-messages.ts';
import { aMessage } from '../support/chat.ts';

const START = Date.parse('2026-05-01T12:00:00.000Z');
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
const recorded = [
  { at_s: 0, time: at(0) },
  { at_s: 50, time: at(80) },
];

it('a position of the video is a time, also after an interruption', () => {
  const seconds = [0, 20, 49.5, 50, 60].map((placeS) => (recordedAt(recorded, placeS) - START) / 1000);
  expect(seconds).toEqual([0, 20, 49.5, 80, 90]);
});

it('a message belongs to its author’s position, else to its time', () => {
  const late = aMessage(1, { timestamp: at(30), shown_at: at(10) });
  const plain = aMessage(2, { timestamp: at(20) });
  expect(messagesUntil(toTimedMessages([late, plain]), START + 9_999)).toEqual([]);
  expect(messagesUntil(toTimedMessages([plain, late]), START + 10_000)).toEqual([late]);
  expect(messagesUntil(toTimedMessages([plain, late]), START + 20_000)).toEqual([late, plain]);
  expect(messagesUntil(toTimedMessages([plain, late]), START + 20_000, 1)).toEqual([plain]);
});

it('a time’s id is a ULID of it', () => {
  expect(isValid(firstIdAt(START))).toBe(true);
  expect(decodeTime(firstIdAt(START))).toBe(START);
});
