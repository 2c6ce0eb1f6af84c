import type { RecordedPart } from '../../shared/videos/replays.ts';

/** The recording of a broadcast, as a video of its channel takes it. Several features make some, one publishes them. */
export interface Replay {
  readonly channelId: string;
  /** Of the broadcast: it has one replay. */
  readonly streamId: string;
  readonly title: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly description: string;
  /** ISO 8601, UTC; its place among the channel's videos. */
  readonly startedAt: string;
  readonly durationS: number;
  /** When it was recorded: a part for its beginning, and one wherever it broke off. @default from `startedAt` on */
  readonly recorded?: readonly RecordedPart[];
  /** Addresses on the site. */
  readonly playbackUrl: string;
  readonly thumbnailUrl: string | null;
  readonly storyboardUrl?: string;
  /** WebVTT metadata: what a fan meter has heard. */
  readonly curveUrl?: string;
  /** The beginnings of its files' keys, each up to a slash: they go when it is deleted. At least one. */
  readonly filesPrefixes: readonly string[];
}

/** What was recorded of a broadcast that its owner wants no replay of. */
export interface DiscardedFiles extends Pick<Replay, 'channelId' | 'streamId'> {
  readonly filesPrefix: string;
}
