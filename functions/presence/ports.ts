import type { Channel } from '../../shared/channels/streamers.ts';
import type { Report } from './presence.sampling.ts';

export interface PresenceRepository {
  /** Takes in a report; again: changes nothing. Lost when the table throttles: the next tick samples more. */
  add(channelId: string, report: Report): Promise<void>;
  /** What was reported from one window to another, both included. */
  list(channelId: string, fromWindow: number, toWindow: number): Promise<readonly Report[]>;
}

/** How many watched in a minute, and how far behind the broadcast most of them were; `null`: nobody told. */
export interface AudiencePoint {
  readonly atMs: number;
  readonly viewers: number;
  readonly delayS: number | null;
}

/** The curve of a channel's viewers, a point a minute. */
export interface AudienceRepository {
  /** Again in the same minute: takes its place. */
  keep(channelId: string, point: AudiencePoint): Promise<void>;
  /** From a time on, in order; of the last half day at most. */
  list(channelId: string, fromMs: number, toMs: number): Promise<readonly AudiencePoint[]>;
}

export interface PresencePorts {
  readonly presence: PresenceRepository;
  readonly channels: { findById(id: string): Promise<Channel | null> };
  /** Shows so many where fewer are shown. Throws `unavailable` when the channel is busy. */
  readonly raiseViewers: (channelId: string, viewers: number) => Promise<void>;
  /** Whom a pass to this channel names. Throws `forbidden` for any other. */
  readonly viewerOf: (pass: string, channelId: string) => string;
  readonly clock: () => number;
}

export interface CountingPorts {
  readonly presence: PresenceRepository;
  readonly audience: Pick<AudienceRepository, 'keep'>;
  /** The channels that are live, as the tick has read them. */
  readonly live: () => Promise<readonly Pick<Channel, 'id' | 'viewers'>[]>;
  readonly setViewers: (channelId: string, viewers: number) => Promise<void>;
  readonly clock: () => number;
}
