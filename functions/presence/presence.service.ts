import { PRESENCE_INTERVAL_MS } from '../../shared/limits.ts';
import type { PresenceAnswer } from '../../shared/presence.ts';
import type { Channel } from '../../shared/streamers.ts';
import { notFound } from '../errors.ts';
import {
  MAX_REPORT_EVERY,
  samplingFor,
  viewersIn,
  windowAt,
  type Reports,
  type Sampling,
} from './presence.sampling.ts';

export interface PresenceRepository {
  /** Counts one report that stands for `weight` viewers. Lost when the table throttles: the next tick samples more. */
  add(channelId: string, window: number, sampling: Sampling): Promise<void>;
  /** What was reported from one window to another, both included. */
  list(channelId: string, fromWindow: number, toWindow: number): Promise<readonly Reports[]>;
}

export interface PresencePorts {
  readonly presence: PresenceRepository;
  readonly channels: { findById(id: string): Promise<Channel | null> };
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly clock: () => number;
}

/**
 * Takes in that somebody is watching, and tells when to report again. At most one write; none for a channel that is
 * not live. Throws `not_found`.
 */
export async function reportPresence(
  { presence, channels, random, clock }: PresencePorts,
  channelId: string,
): Promise<PresenceAnswer> {
  const channel = await channels.findById(channelId);
  if (!channel) throw notFound('Channel');
  const sampling = samplingFor(channel.is_live ? channel.viewers : 0);
  const isWritten = channel.is_live && random() * sampling.weight < 1;
  if (isWritten) await presence.add(channelId, windowAt(clock()), sampling);
  // The sampling of writes is done here: a viewer that drew lots by itself would not hear of a new probability.
  return { report_after_ms: sampling.reportEvery * PRESENCE_INTERVAL_MS, report_probability: 1 };
}

export interface CountingPorts {
  readonly presence: PresenceRepository;
  /** The channels that are live, a page at a time. */
  readonly live: () => AsyncIterable<readonly Pick<Channel, 'id' | 'viewers'>[]>;
  readonly setViewers: (channelId: string, viewers: number) => Promise<void>;
  readonly clock: () => number;
}

/** Channels that are counted at the same time. */
const AT_ONCE = 10;

/**
 * The minute tick: sums the last complete window of each live channel into its viewers, where that changes them. So a
 * viewer appears after 90 s at most. One channel's failure does not keep the others from their turn. Answers the
 * number of channels that changed.
 */
export async function countViewers(ports: CountingPorts): Promise<number> {
  // All of them first: counting moves channels within the list that is being read.
  const channels: Pick<Channel, 'id' | 'viewers'>[] = [];
  for await (const page of ports.live()) channels.push(...page);
  const window = windowAt(ports.clock()) - 1;
  const failures: unknown[] = [];
  let changed = 0;
  const work = async (): Promise<void> => {
    for (let channel = channels.pop(); channel; channel = channels.pop()) {
      try {
        if (await count(ports, channel, window)) changed += 1;
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.length > 0) {
    throw new AggregateError(failures, `The viewers of ${failures.length} channels could not be counted`);
  }
  return changed;
}

async function count(
  { presence, setViewers }: CountingPorts,
  { id, viewers: known }: Pick<Channel, 'id' | 'viewers'>,
  window: number,
): Promise<boolean> {
  const viewers = viewersIn(window, await presence.list(id, window - MAX_REPORT_EVERY + 1, window));
  if (viewers === known) return false;
  await setViewers(id, viewers);
  return true;
}
