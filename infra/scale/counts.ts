/** What `npm run bench -- cost` has counted, at the rate of an hour. */
import { RECORDING_BITS_PER_SECOND } from '#shared/limits.ts';
import type { Amounts } from '#functions/costs/prices.ts';
import { SLOT_MS } from '#shared/plain/live/poll-slot.ts';
import { HOUR_MS } from '#shared/plain/time.ts';

/** At the rate at which /go-live records, so that the ways can be compared. */
export const RECORDED_GB_AN_HOUR = (RECORDING_BITS_PER_SECOND * 3600) / 8 / 1e9;

export type BroadcastKind = 'direct' | 'compatible' | 'software';

/** Of one broadcast. */
export interface BroadcastCounts {
  /** What it takes whether anybody watches or not, its streamer's open page included. */
  readonly broadcaster: Amounts;
  /** What the CDN asks of us for it, by one cache of it, however many watch. */
  readonly origin: Amounts;
  /** What each viewer takes besides, who is signed in and has the channel's page open. */
  readonly viewer: Amounts;
  /** One message in its chat. */
  readonly message: Amounts;
  /** Messages, while it was counted. */
  readonly messages: number;
  /** Jobs of MediaConvert. */
  readonly jobs: number;
}

/** Of an hour of film. */
export interface VideoCounts {
  /** Once for each, however short: upload, publish, until it is ready. */
  readonly each: Amounts;
  /** What grows with its length. */
  readonly hour: Amounts;
  /** What each viewer takes in an hour. */
  readonly viewer: Amounts;
  /** What a cache of the CDN asks for once. */
  readonly origin: Amounts;
}

export interface Counts {
  readonly date: string;
  readonly broadcasts: Partial<Record<BroadcastKind, BroadcastCounts>>;
  readonly video: VideoCounts;
  /** A site without users. */
  readonly idle: Amounts;
  readonly actions: {
    readonly date: string;
    /** One of each, by its name in the plural. */
    readonly each: Readonly<Record<string, Amounts>>;
  };
}

/** What a broadcast takes by itself, with what the CDN bills of it: all of the API's requests pass through it. */
export const broadcasterAmounts = (kind: BroadcastKind, { broadcaster }: BroadcastCounts): Amounts => ({
  ...broadcaster,
  cdnRequest: broadcaster.apiRequest ?? 0,
  // Chunks go to S3, and encoders to IVS.
  ...(kind === 'direct' && { cdnUploadGb: RECORDED_GB_AN_HOUR }),
});

/**
 * What the CDN's caches ask for a broadcast that so many watch: an Origin Shield asks for playlists in their place. Both
 * join requests for the same address (`joinsRequests` in `infra/agreed/cache-rules.ts`), but each slot of a playlist has one
 * of its own, and the more viewers there are, the fewer slots have no request. Counted with one viewer.
 */
export function originAmounts(
  { storageRead = 0, ...playlists }: Amounts,
  caches: number,
  viewers: number,
): Amounts {
  const { apiRequest = 0 } = playlists;
  const shieldRequest = joinedAnHour(apiRequest, viewers / caches) * caches;
  const growth = apiRequest === 0 ? 1 : joinedAnHour(apiRequest, viewers) / apiRequest;
  return { ...times(playlists, growth), storageRead: storageRead * caches, shieldRequest };
}

const SLOTS_AN_HOUR = HOUR_MS / SLOT_MS;

/** Requests that are left of those of so many viewers, of whom each makes so many, at times of their own. */
function joinedAnHour(requests: number, viewers: number): number {
  const isIn = Math.min(1, requests / SLOTS_AN_HOUR);
  return SLOTS_AN_HOUR * (1 - (1 - isIn) ** viewers);
}

export const times = (amounts: Amounts, factor: number): Amounts =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amount * factor]));

export function together(...all: readonly Amounts[]): Amounts {
  const sums: Record<string, number> = {};
  for (const amounts of all)
    for (const [name, amount] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) + amount;
  return sums;
}
