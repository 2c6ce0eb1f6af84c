import type { Table } from '../../aws/table/table.ts';
import { getItem } from '../../aws/table/get-item.ts';
import { ABSENT, putItem, updateItem } from '../../aws/table/write-items.ts';
import { seconds } from '../../base/seconds.ts';
import { changeChannel } from '../../channels/index.ts';
import { DAY_S } from '../../../shared/plain/time.ts';
import { type BroadcastKey, digits, livePlaylistUrl } from '../broadcast.ts';
import { broadcastKey, broadcastPartition } from './broadcast.item.ts';
import { type BroadcastsTable, listRows } from './rows.repository.ts';
import type { StoredCue } from './live-cue.ts';

interface CueItem {
  readonly cue_id: string;
  readonly at_ms: number;
  readonly duration_ms: number;
  readonly arrived_at_ms: number;
  readonly text: string;
}

const captionSortKey = (atMs: number, id = ''): string => `CAPTION#${digits(atMs, 13)}#${id}`;

export const cueItem = (broadcastId: string, cue: StoredCue) => ({
  pk: broadcastPartition(broadcastId),
  sk: captionSortKey(cue.atMs, cue.id),
  ...({
    cue_id: cue.id,
    at_ms: cue.atMs,
    duration_ms: cue.durationMs,
    arrived_at_ms: cue.arrivedAtMs,
    text: cue.text,
  } satisfies CueItem),
  expires_at: seconds(cue.arrivedAtMs) + 30 * DAY_S,
});

interface CueRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Captions are kept as long as their broadcast; see `broadcast.item.ts` for the keys. */
export const liveCaptionReads = (table: BroadcastsTable) => ({
  /** Those whose picture was recorded in this range, by time; in ms since 1970. */
  cuesBetween: async (id: string, { fromMs, untilMs }: CueRange): Promise<StoredCue[]> => {
    const [from, until] = [captionSortKey(Math.max(0, fromMs)), captionSortKey(Math.max(0, untilMs))];
    return (await listRows<CueItem>(table, id, from, until)).map(toCue);
  },
});

export type LiveCaptionReads = ReturnType<typeof liveCaptionReads>;

export const liveCaptionWrites = (table: Table) => ({
  /** Returns the cue that is stored, which may be an earlier one with this id and time. */
  addCue: async (broadcastId: string, cue: StoredCue): Promise<StoredCue> => {
    const item = cueItem(broadcastId, cue);
    if (await putItem(table, item, ABSENT)) return cue;
    return toCue((await getItem<CueItem>(table, { pk: item.pk, sk: item.sk })) ?? item);
  },
  /** The broadcast has captions in this language from now on, which its channel shows. */
  setLanguage: async ({ id, channelId }: BroadcastKey, captions_language: string): Promise<void> => {
    await changeChannel(table, channelId, ({ is_live, video_url }) =>
      is_live && video_url === livePlaylistUrl(id) ? { captions_language } : null,
    );
    await updateItem(table, broadcastKey(id), { captions_language }, { if: 'attribute_exists(pk)' });
  },
});

const toCue = ({ cue_id: id, text, ...item }: CueItem): StoredCue => ({
  id,
  text,
  atMs: item.at_ms,
  durationMs: item.duration_ms,
  arrivedAtMs: item.arrived_at_ms,
});
