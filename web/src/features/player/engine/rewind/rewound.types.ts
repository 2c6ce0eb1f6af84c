import type { LivePlayback } from '../playback.types.ts';
import type { RewindPages } from './rewind-pages.ts';

/** The past of a live stream from a time on. */
export interface Rewound extends Pick<LivePlayback, 'video' | 'url'> {
  readonly pages: RewindPages;
  readonly atMs: number;
  readonly signal: AbortSignal;
}
