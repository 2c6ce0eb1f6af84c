import { foldIntoItem } from '#functions/counters/index.ts';
import { CLIP_STATES, clipKey } from './clip.item.ts';

export const foldClipViews = foldIntoItem({ keyOf: clipKey, name: 'views', state: CLIP_STATES.ready });
