import type { Channel } from '#shared/channels/channels.ts';

export interface ChannelChange {
  readonly id: string;
  /** `null`: none was visible; `undefined`: unknown. */
  readonly before: Channel | null | undefined;
  /** `null`: deleted or hidden. */
  readonly after: Channel | null;
  /** The number of viewers, also where it is hidden. */
  readonly counted?: { readonly before: number | undefined; readonly after: number };
  /** Grows with each change; equal for changes made outside the order. */
  readonly version: number;
}
