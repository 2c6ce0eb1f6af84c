import { NEW_HERE_MS } from '#shared/limits.ts';
import { DAY_MS, HOUR_MS, HOUR_S, MINUTE_MS, MINUTE_S } from '#shared/plain/time.ts';
import { LIVE_CUES_PER_MINUTE } from '#shared/plain/captions/live-captions.ts';
import type { RateKind } from '#shared/base/route.ts';

/**
 * Kinds of counters: requests by source address, mail by recipient, reports, comments, changes and files by their person, live
 * captions by their broadcast and person, subscriptions by their owner, requests to webhooks.
 */
export type CountedKind =
  | RateKind
  | 'mail'
  | 'report'
  | 'comment'
  | 'comments of a day'
  | 'change'
  | 'file'
  | 'caption'
  | `subscription by ${'pass' | 'person' | 'network'}`
  | `webhook of ${'channel' | 'site'}`;

/** Requests within a kind's window that the operator allows one address instead of those of `LIMITS`. */
export type AddressRates = Readonly<Partial<Record<CountedKind, number>>>;

/** Of one address. */
export interface Rate {
  readonly requests: number;
  readonly windowMs: number;
  /** How many one Lambda counts in memory per write. @default 1 */
  readonly batch?: number;
}

/**
 * What costs money or storage, per day (UTC): seconds of new videos, uploaded bytes, begun uploads and pictures,
 * seconds of camera broadcasts, the part of these that is transcoded live, seconds of IVS streams, clips, transcoded
 * seconds of replays of camera broadcasts.
 */
export const BUDGETS = [
  'videos',
  'uploads',
  'files',
  'camera',
  'compatible',
  'software',
  'clips',
  'replays',
] as const;
export type BudgetKind = (typeof BUDGETS)[number];
export type DayBudget = Readonly<Record<BudgetKind, number>>;

/** Wrong guesses before each further one has to wait, and the waits; the last one repeats. */
export interface GuessLimits {
  readonly free: number;
  readonly waitsMs: readonly [number, ...number[]];
}

/** Limits of one address, one person and one day. */
export interface StageLimits {
  /** Missing kinds are unlimited. */
  readonly rates: Readonly<Partial<Record<CountedKind, Rate>>>;
  /** Per account: of all strangers together, and of each device and session. */
  readonly guesses: GuessLimits;
  /** Counted anonymous viewers of a channel or video, per address and day. */
  readonly viewers: number;
  /** Per person and day. */
  readonly persons: Readonly<Record<AccountTier, DayBudget>>;
  /** Of the whole site, per day. */
  readonly site: DayBudget;
  /** The part of the site's budgets that only established accounts may use, from 0 to 1. */
  readonly reserve: number;
  /** The age of established accounts, in days. */
  readonly newAccountDays: number;
}

/** By the account's age; and whether its e-mail address is proven. */
export type AccountTier = 'established' | 'new' | 'unverified';

/** Of a public site, unless the operator sets others (docs/runbook.md). */
export const NEW_ACCOUNT_DAYS = NEW_HERE_MS / DAY_MS;
export const RESERVED_PERCENT = 50;

const GB = 1_000_000_000;

const UNLIMITED = Object.fromEntries(BUDGETS.map((kind) => [kind, Infinity])) as DayBudget;

/**
 * Cognito locks out the owner too after five wrong passwords with less than a quarter of an hour between them. After
 * four our waits are longer.
 */
const GUESS_WAITS_MS = [
  MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[1, 2, 4, 8, 16, 24].map((hours) => hours * HOUR_MS),
] as const satisfies GuessLimits['waitsMs'];

/** More cannot be read. The pages' own queue sends as many. */
const CAPTIONS = { requests: LIVE_CUES_PER_MINUTE, windowMs: MINUTE_MS } as const satisfies Rate;

/** `LIMITS` in a Lambda's environment names the column. */
const STAGES = {
  /** A public site. One address may be a household, a school or a train. */
  cloud: {
    rates: {
      'sign-up': { requests: 20, windowMs: HOUR_MS },
      'log-in': { requests: 60, windowMs: 10 * MINUTE_MS },
      'forgotten password': { requests: 20, windowMs: HOUR_MS },
      // Allows fifty guesses a day at a code to another's address, of a million codes.
      mail: { requests: 10, windowMs: 24 * HOUR_MS },
      // More reports do not help the moderators.
      report: { requests: 20, windowMs: HOUR_MS },
      // One a minute for an hour.
      comment: { requests: 60, windowMs: HOUR_MS },
      // As many as a person reads and answers in an evening.
      'comments of a day': { requests: 200, windowMs: 24 * HOUR_MS },
      // One change writes up to a hundred items: words, lists and counts.
      change: { requests: 240, windowMs: MINUTE_MS, batch: 10 },
      // A broadcast sends a segment a second and some pictures, and after an interruption what it has kept.
      file: { requests: 300, windowMs: MINUTE_MS, batch: 10 },
      caption: CAPTIONS,
      // Each viewer reports twice a minute.
      presence: { requests: 1200, windowMs: MINUTE_MS, batch: 20 },
      view: { requests: 300, windowMs: MINUTE_MS, batch: 5 },
      // Caches answer nearly all; for a stream with one viewer some three requests a second pass.
      read: { requests: 2000, windowMs: MINUTE_MS, batch: 40 },
      // A page opens two, and again after each loss of its socket. A pass lives for an hour.
      'subscription by pass': { requests: 20, windowMs: HOUR_MS },
      // A socket lives for a day, so this also limits how many are open.
      'subscription by person': { requests: 300, windowMs: 24 * HOUR_MS },
      'subscription by network': { requests: 2000, windowMs: 24 * HOUR_MS },
      // A busy chat of an evening.
      'webhook of channel': { requests: 20_000, windowMs: 24 * HOUR_MS, batch: 5 },
      // Some six dollars a day (docs/scale.md).
      'webhook of site': { requests: 500_000, windowMs: 24 * HOUR_MS, batch: 50 },
    },
    guesses: { free: 3, waitsMs: GUESS_WAITS_MS },
    // Further ones count as one.
    viewers: 16,
    persons: {
      established: {
        videos: 12 * HOUR_S,
        uploads: 10 * GB,
        files: 200,
        camera: 12 * HOUR_S,
        compatible: 12 * HOUR_S,
        software: 12 * HOUR_S,
        clips: 60,
        // Each broadcast once, and as much again for what comes late.
        replays: 24 * HOUR_S,
      },
      // Less, because accounts cost nothing.
      new: {
        videos: 2 * HOUR_S,
        uploads: 2 * GB,
        files: 40,
        camera: 4 * HOUR_S,
        compatible: 4 * HOUR_S,
        software: 4 * HOUR_S,
        clips: 15,
        replays: 8 * HOUR_S,
      },
      // Enough to try everything once.
      unverified: {
        videos: 10 * MINUTE_S,
        uploads: 0.6 * GB,
        files: 10,
        camera: 30 * MINUTE_S,
        compatible: 30 * MINUTE_S,
        software: 30 * MINUTE_S,
        clips: 5,
        replays: 1 * HOUR_S,
      },
    },
    // An hour of video costs some three dollars to transcode, an hour of IVS two, and one of a direct broadcast a tenth.
    site: {
      videos: 40 * HOUR_S,
      uploads: 400 * GB,
      files: 10_000,
      // A thousand broadcasters of an evening.
      camera: 3000 * HOUR_S,
      compatible: 200 * HOUR_S,
      // A hundred channels of an evening: as many as IVS takes from a new account.
      software: 300 * HOUR_S,
      // Some 60 MB each: a tenth of a cent to store for a month, and as much to copy.
      clips: 5_000,
      replays: 240 * HOUR_S,
    },
    reserve: RESERVED_PERCENT / 100,
    newAccountDays: NEW_ACCOUNT_DAYS,
  },
  /** One machine: a demonstration, or a thousand simulated viewers from one address. */
  generous: {
    rates: {
      'sign-up': { requests: 1000, windowMs: MINUTE_MS },
      'log-in': { requests: 3000, windowMs: MINUTE_MS },
      'forgotten password': { requests: 1000, windowMs: MINUTE_MS },
      report: { requests: 60, windowMs: HOUR_MS },
      comment: { requests: 600, windowMs: HOUR_MS },
      caption: CAPTIONS,
    },
    guesses: { free: 5, waitsMs: GUESS_WAITS_MS },
    // Node's upper limit for random integers is twice as many; collisions are negligible.
    viewers: 2 ** 47,
    persons: { established: UNLIMITED, new: UNLIMITED, unverified: UNLIMITED },
    site: UNLIMITED,
    reserve: 0,
    newAccountDays: 0,
  },
} as const satisfies Record<string, StageLimits>;

export type StageName = keyof typeof STAGES;

export const STAGE_NAMES = Object.keys(STAGES) as readonly StageName[];

export const isStageName = (name: string): name is StageName => Object.hasOwn(STAGES, name);

/** Throws at start for an unknown name. */
export function stageLimits(name: string): StageLimits {
  if (isStageName(name)) return STAGES[name];
  throw new Error(`LIMITS=${name} is none of ${STAGE_NAMES.join(', ')}`);
}
