import { HOUR_MS, HOUR_S, MINUTE_MS, MINUTE_S } from '../../shared/plain/time.ts';
import type { RateKind } from '../../shared/base/route.ts';

/** What is counted: requests by the address that they come from, mail by the one that it goes to, reports by who makes them. */
export type CountedKind = RateKind | 'mail' | 'report';

/** So much of something from one address. */
export interface Rate {
  readonly requests: number;
  readonly windowMs: number;
  /** So many are counted in the Lambda's memory before the table hears of them, in one write. @default 1: each is */
  readonly batch?: number;
}

/**
 * What costs money, or room, and is counted by the day (UTC): seconds of film that become videos, bytes that are uploaded,
 * files that uploads and pictures begin, seconds on the air from a camera, seconds that IVS takes in a stream, clips.
 */
export const BUDGETS = ['videos', 'uploads', 'files', 'camera', 'software', 'clips'] as const;
export type BudgetKind = (typeof BUDGETS)[number];
export type DayBudget = Readonly<Record<BudgetKind, number>>;

/** How often a password is guessed wrongly before each further guess has to wait, and then for how long: the last for good. */
export interface GuessLimits {
  readonly free: number;
  readonly waitsMs: readonly [number, ...number[]];
}

/** What a stage lets one address, one person and one day have. */
export interface StageLimits {
  /** What is left out is not limited. */
  readonly rates: Readonly<Partial<Record<CountedKind, Rate>>>;
  /** Of one account's password: of all strangers together, and of each device and session by itself. */
  readonly guesses: GuessLimits;
  /** Viewers of one channel or video in a day, of those who are not signed in and ask from one address. */
  readonly viewers: number;
  /** Of one person in a day, by what is known of the account. */
  readonly persons: Readonly<Record<VerificationTier, DayBudget>>;
  /** Of the whole site in a day. */
  readonly site: DayBudget;
}

/** Whether somebody has shown that the account's e-mail address is theirs. */
export type VerificationTier = 'verified' | 'unverified';

const GB = 1_000_000_000;

const UNLIMITED: DayBudget = {
  videos: Infinity,
  uploads: Infinity,
  files: Infinity,
  camera: Infinity,
  software: Infinity,
  clips: Infinity,
};

/**
 * Cognito counts too: five wrong passwords with less than a quarter of an hour between them, and it refuses the owner as
 * well. After four the waits are longer than that.
 */
const GUESS_WAITS_MS = [
  MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[1, 2, 4, 8, 16, 24].map((hours) => hours * HOUR_MS),
] as const satisfies GuessLimits['waitsMs'];

/** The one table of limits; `LIMITS` in a Lambda's environment names the column. */
const STAGES = {
  /** A public site. Behind one address may be a household, a school or a train. */
  cloud: {
    rates: {
      'sign-up': { requests: 20, windowMs: HOUR_MS },
      'log-in': { requests: 60, windowMs: 10 * MINUTE_MS },
      'forgotten password': { requests: 20, windowMs: HOUR_MS },
      // Whoever guesses codes to somebody else's address has fifty tries a day, of a million.
      mail: { requests: 10, windowMs: 24 * HOUR_MS },
      // More is no help to those who read them.
      report: { requests: 20, windowMs: HOUR_MS },
      presence: { requests: 120, windowMs: MINUTE_MS, batch: 4 },
      view: { requests: 60, windowMs: MINUTE_MS, batch: 2 },
      // Caches answer nearly all; of a stream with one viewer they let some three a second through.
      read: { requests: 2000, windowMs: MINUTE_MS, batch: 40 },
    },
    guesses: { free: 3, waitsMs: GUESS_WAITS_MS },
    // Of more behind one address, some count as one.
    viewers: 16,
    persons: {
      verified: {
        videos: 12 * HOUR_S,
        uploads: 10 * GB,
        files: 200,
        camera: 12 * HOUR_S,
        software: 12 * HOUR_S,
        clips: 60,
      },
      // Enough to try everything once.
      unverified: {
        videos: 10 * MINUTE_S,
        uploads: 0.6 * GB,
        files: 10,
        camera: 30 * MINUTE_S,
        software: 30 * MINUTE_S,
        clips: 5,
      },
    },
    // An hour of film that becomes a video costs some three dollars, an hour of IVS two.
    site: {
      videos: 40 * HOUR_S,
      uploads: 400 * GB,
      files: 10_000,
      camera: 200 * HOUR_S,
      software: 100 * HOUR_S,
      // Some 60 MB each, of which a month costs a tenth of a cent, and as much to copy them.
      clips: 5_000,
    },
  },
  /** One machine: a demonstration, or a thousand simulated viewers from one address. */
  generous: {
    rates: {
      'sign-up': { requests: 1000, windowMs: MINUTE_MS },
      'log-in': { requests: 3000, windowMs: MINUTE_MS },
      'forgotten password': { requests: 1000, windowMs: MINUTE_MS },
      report: { requests: 60, windowMs: HOUR_MS },
    },
    guesses: { free: 5, waitsMs: GUESS_WAITS_MS },
    // Node draws from no more than twice as many; as good as none draw the same.
    viewers: 2 ** 47,
    persons: { verified: UNLIMITED, unverified: UNLIMITED },
    site: UNLIMITED,
  },
} as const satisfies Record<string, StageLimits>;

export type StageName = keyof typeof STAGES;

export const STAGE_NAMES = Object.keys(STAGES) as readonly StageName[];

export const isStageName = (name: string): name is StageName => Object.hasOwn(STAGES, name);

/** The limits that `LIMITS` names. Throws at start where there are none of this name. */
export function stageLimits(name: string): StageLimits {
  if (isStageName(name)) return STAGES[name];
  throw new Error(`LIMITS=${name} is none of ${STAGE_NAMES.join(', ')}`);
}
