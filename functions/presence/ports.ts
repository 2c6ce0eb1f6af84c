import type { Channel } from '../../shared/streamers.ts';
import type { Reports, Sampling } from './presence.sampling.ts';

export interface PresenceRepository {
  /** Counts one report that stands for `weight` viewers. Lost when the table throttles: the next tick samples more. */
  add(channelId: string, window: number, sampling: Sampling): Promise<void>;
  /** What was reported from one window to another, both included. */
  list(channelId: string, fromWindow: number, toWindow: number): Promise<readonly Reports[]>;
}

export interface PresencePorts {
  readonly presence: PresenceRepository;
  readonly channels: { findById(id: string): Promise<Channel | null> };
  /** Shows so many where fewer are shown. Throws `unavailable` when the channel is busy. */
  readonly raiseViewers: (channelId: string, viewers: number) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly clock: () => number;
}

export interface CountingPorts {
  readonly presence: PresenceRepository;
  /** The channels that are live, a page at a time. */
  readonly live: () => AsyncIterable<readonly Pick<Channel, 'id' | 'viewers'>[]>;
  readonly setViewers: (channelId: string, viewers: number) => Promise<void>;
  readonly clock: () => number;
}
