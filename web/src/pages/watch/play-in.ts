import { loadVideo } from '#web/features/player/engine/playback.ts';

const IGNORED = { report: () => {}, onSteering: () => {} };

/** Plays a video in an element that is not on the page, for its frames. Returns a function that ends it. */
export const playIn = (video: HTMLVideoElement, url: string): (() => void) =>
  loadVideo({ video, url, startS: 0 }, IGNORED);
