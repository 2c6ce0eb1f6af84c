/** Which way a broadcast goes to its viewers. */
import type { Way } from '../../../../../shared/live/browser-stream.ts';

/** For whoever has not chosen. */
export const DEFAULT_WAY: Way = 'direct';

/** Under which this browser remembers what was chosen. */
export const WAY_SETTING = 'broadcastWay';

/** What was chosen, from the text that is remembered. */
export const wayOf = (remembered: string | null): Way =>
  remembered === 'direct' || remembered === 'compatible' ? remembered : DEFAULT_WAY;
