import type { Channel } from '../../shared/channels/streamers.ts';

/** A channel before and after a change. */
export interface ChannelChange {
  readonly id: string;
  /** `null`: there was none that is shown; `undefined`: nobody knows. */
  readonly before: Channel | null | undefined;
  /** `null`: there is none any more, or it is hidden. */
  readonly after: Channel | null;
  /** Counts the changes; a later one has a higher number, or the same where it took no turn with others. */
  readonly version: number;
}
