/** Refusals say how long to wait in whole seconds. Rounded down, the next try would be refused as well. */
import { describe, expect, test } from 'vitest';
import { requirePassword } from '#functions/auth/password.service.ts';
import { takeCode } from '#functions/auth/two-factor/take-code.ts';
import { postMessage } from '#functions/chat/chat.service.ts';
import { checkAdmission } from '#functions/chat/rooms/admission.service.ts';
import { channelCosts } from '#functions/costs/costs.ts';
import { dayBudgets } from '#functions/limits/budgets.ts';
import { rateRefusal } from '#functions/limits/rate-counter.ts';
import { stageLimits } from '#functions/limits/stage-limits.ts';

const MONTH_END_MS = Date.parse('2026-12-01T00:00:00Z');

/** What a refusal says, when the wait is this long. */
type Wait = (waitMs: number) => Promise<unknown>;

/** The part of a port that a test needs. */
const port = (part: object): never => part as never;

const NO_RULES = {
  mode: { slow_mode_s: 0, followers_only: false, links_allowed: true },
  clearedId: '',
  isModerator: false,
  isFollower: false,
  sanction: null,
  isBlocked: false,
  blockedWords: [],
};

const permissions = (more: object) => port({ permissionsOf: async () => ({ ...NO_RULES, ...more }) });

const timedOut: Wait = async (waitMs) => {
  const rooms = permissions({ sanction: { untilMs: waitMs, reason: '', appeal: null } });
  const draft = { channelId: 'C', authorId: 'A', text: 'hi' };
  throw (await checkAdmission({ rooms, clock: () => 0 }, draft)).refusal;
};

/** A message by somebody whose last one is so far back. */
const chats = (sent: object, rate: object, mode: object) =>
  postMessage(
    port({
      channels: { findById: async (id: string) => ({ id, username: id }) },
      chat: { sendTimesOf: async () => ({ sentMs: [], roomsMs: {}, ...sent }) },
      rooms: permissions({ mode: { ...NO_RULES.mode, ...mode } }),
      rate: { messages: 9, windowMs: 1000, ...rate },
      clock: () => 0,
    }),
    'A',
    port({ channelId: 'C', message: 'hi' }),
  );

const WAITS: Readonly<Record<string, Wait>> = {
  'a time-out in a chat': timedOut,
  'slow mode': (waitMs) => chats({ roomsMs: { C: waitMs - 90_000 } }, {}, { slow_mode_s: 90 }),
  'too many messages': (waitMs) =>
    chats({ sentMs: [waitMs - 90_000] }, { messages: 1, windowMs: 90_000 }, {}),
  'wrong codes of an app': (waitMs) => {
    const known = port({ closedUntilMs: waitMs });
    const entry = { accountId: 'A', known, code: '000000', refusal: 'invalid_credentials' } as const;
    return takeCode({ secondFactors: port({}), clock: () => 0 }, entry);
  },
  'wrong passwords': (waitMs) =>
    requirePassword(port({ guesses: { claim: async () => waitMs } }), port({ id: 'A' }), 'wrong'),
  'a rate': async (waitMs) => {
    throw rateRefusal('read', waitMs);
  },
  'the day’s budget': (waitMs) => {
    const limits = stageLimits('cloud');
    const spending = port({ ofPerson: async () => Infinity });
    const clock = () => MONTH_END_MS - waitMs;
    return dayBudgets({ limits, spending, tierOf: async () => 'new', clock }).require('videos', 'A');
  },
  'the month’s cap': (waitMs) => {
    const kept = port({ capOf: async () => 1, ofMonth: async () => 1 });
    const clock = () => MONTH_END_MS - waitMs;
    return channelCosts({ kept, audience: async () => [], isVisible: true, clock }).require('A');
  },
};

describe.each(Object.entries(WAITS))('the wait for %s', (_, refuse) => {
  test.each([
    [59_000, 59],
    [59_001, 60],
    [59_999, 60],
    [1, 1],
  ])('of %i ms is %i s', async (waitMs, retryAfterS) => {
    await expect(refuse(waitMs)).rejects.toMatchObject({ retryAfterS });
  });
});
