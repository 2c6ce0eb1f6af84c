/**
 * The minute tick's work on live channels and broadcasts, divided among invocations of the same Lambda that run at once:
 * each channel takes some 25 ms of its processor (`npm run bench -- tick`), and an invocation ends after a minute.
 */
import { selfInvoker } from './aws/self-invocation.ts';
import type { Signing } from './aws/signed-requests.ts';
import { sampleValue } from '#functions/presence/presence-sampling.ts';

/** Data that the tick has read for all parts, so that they read no lists. */
export interface LiveWork {
  /** In ms since 1970. */
  readonly readAtMs: number;
  /** Live channels, whose viewers are counted. */
  readonly live: readonly {
    readonly id: string;
    readonly viewers: number;
    readonly followers?: number | undefined;
    readonly live_since_ms?: number | undefined;
  }[];
  /** Channels with an open stream through software. */
  readonly streams: readonly string[];
  /** Ids of active broadcasts from the camera. */
  readonly broadcasts: readonly string[];
}

/**
 * The `detail` of an event of the type `TICK_PART`; `part` counts from 0. An asynchronous invocation takes 256 KB (AWS
 * Lambda Developer Guide, "Quotas"); a part uses less than a third.
 */
export interface TickPart {
  readonly part: number;
  readonly of: number;
  /** Missing from the tick of an earlier version. `null` is what could not be read. */
  readonly work?: LiveWork & {
    /** The `streams` that are live at IVS: ids by channel ARN. */
    readonly ivs: readonly (readonly [arn: string, streamId: string])[] | null;
    readonly cameraSlots: number | null;
  };
}

export const TICK_PART = 'Tick Part';

/** The alias of the Lambda `events` by which ticks and their parts run. Failed ones are not retried: the next minute is the retry. */
export const TICKS_ALIAS = 'ticks';

/** Live channels of one invocation. */
const MAX_CHANNELS = 250;

export const partsFor = (channels: number): number => Math.max(1, Math.ceil(channels / MAX_CHANNELS));

/** The part to which a channel or broadcast belongs. */
export const partOf = (id: string, of: number): number => Math.floor(sampleValue(id, 'tick') * of);

/**
 * All live channels share partitions of the indexes. Each partition takes 1,000 units a second. A channel of 3 KB whose rank
 * moves takes six, and twelve where its words move with it, since that is a transaction.
 */
const CHANNELS_A_SECOND = 75;
/** Leaves a part a quarter of its minute for delays. */
const MAX_SPREAD_MS = 45_000;

/** Returns after how many ms a part with this many channels starts the next one. */
export const spacingMs = (of: number, channels: number): number =>
  Math.min((1000 * of) / CHANNELS_A_SECOND, MAX_SPREAD_MS / Math.max(1, channels));

/** Invokes this Lambda asynchronously for a part. Throws if Lambda does not accept it. */
export function partInvoker(signing: Signing): (part: TickPart) => Promise<void> {
  const invoke = selfInvoker(signing, TICKS_ALIAS);
  return (detail) => invoke({ 'detail-type': TICK_PART, detail });
}
