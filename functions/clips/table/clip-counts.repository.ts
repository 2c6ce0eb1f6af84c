import { foldIntoItem } from '#functions/counters/index.ts';
import { CLIP_STATES, clipKey } from './clip.item.ts';

export const foldClipCounts = foldIntoItem({
  keyOf: clipKey,
  names: ['views', 'likes'],
  state: CLIP_STATES.ready,
});
