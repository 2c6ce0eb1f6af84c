import { foldIntoItem } from '#functions/counters/index.ts';
import { clipKey } from './clip.item.ts';

export const foldClipViews = foldIntoItem({ keyOf: clipKey, name: 'views', state: 'there' });
