/** What plays the past of a live stream. Loaded when a viewer rewinds. */
import { timedFetch } from '#web/lib/api/timed-fetch.ts';
import type { Reports } from '../playback.types.ts';
import { hasMediaSource } from '../video-watch.ts';
import { type RewindPages, rewindPages } from './rewind-pages.ts';
import type { Recorded } from './hls-recording.ts';
import type { Rewound } from './rewound.types.ts';

/** Attaches the past from a time on. Returns a function that detaches. */
export async function attachPastOf(rewound: Rewound, reports: Reports): Promise<() => void> {
  if (hasMediaSource()) return (await import('./hls-rewind.ts')).attachRewound(rewound, reports);
  return (await import('./native-rewind.ts')).attachRewoundNatively(rewound, reports);
}

/** Attaches a stream's recording, through hls.js. Returns a function that detaches. */
export async function attachRecording(
  { signal, ...recorded }: Recorded & { readonly signal: AbortSignal },
  reports: Reports,
): Promise<() => void> {
  const hls = await import('./hls-recording.ts');
  return signal.aborted ? () => undefined : hls.attachRecording(recorded, reports);
}

/** The pages of a source, from the site. */
export const pagesOf = (url: string): RewindPages =>
  rewindPages(url, async (address) => {
    const response = await timedFetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return response.text();
  });
