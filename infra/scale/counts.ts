/** What `npm run bench -- cost` has counted, at the rate of an hour. */
import { RECORDING_BITS_PER_SECOND } from '../../shared/limits.ts';
import type { Amounts } from '../../functions/costs/prices.ts';

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
}

/** What a broadcast takes by itself, with what the CDN bills of it: all of the API's requests pass through it. */
export const broadcasterAmounts = (kind: BroadcastKind, { broadcaster }: BroadcastCounts): Amounts => ({
  ...broadcaster,
  cdnRequest: broadcaster.apiRequest ?? 0,
  // Chunks go to S3, and encoders to IVS.
  ...(kind === 'direct' && { cdnUploadGb: RECORDED_GB_AN_HOUR }),
});

/** What one cache of the CDN asks for, where so many do: an Origin Shield asks for playlists in their place. */
export function originAmounts({ storageRead = 0, ...playlists }: Amounts, caches: number): Amounts {
  const shieldRequest = (playlists.apiRequest ?? 0) * caches;
  return { ...playlists, storageRead: storageRead * caches, shieldRequest };
}

export const times = (amounts: Amounts, factor: number): Amounts =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amount * factor]));

export function together(...all: readonly Amounts[]): Amounts {
  const sums: Record<string, number> = {};
  for (const amounts of all)
    for (const [name, amount] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) + amount;
  return sums;
}
