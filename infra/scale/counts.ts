/** What `npm run bench -- cost` has counted, at the rate of an hour. */
import type { Amounts } from '../../functions/costs/prices.ts';

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
  /** A site on which nobody is. */
  readonly idle: Amounts;
}

export const times = (amounts: Amounts, factor: number): Amounts =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amount * factor]));

export function together(...all: readonly Amounts[]): Amounts {
  const sums: Record<string, number> = {};
  for (const amounts of all)
    for (const [name, amount] of Object.entries(amounts)) sums[name] = (sums[name] ?? 0) + amount;
  return sums;
}
