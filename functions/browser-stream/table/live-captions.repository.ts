import type { Table } from '#functions/aws/table/table.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { deleteItem, ABSENT, putItem, updateItem } from '#functions/aws/table/write-items.ts';
import { seconds } from '#functions/base/seconds.ts';
import { changeChannel } from '#functions/channels/index.ts';
import { DAY_S } from '#shared/plain/time.ts';
import { type BroadcastKey, digits, livePlaylistUrl } from '../broadcast.ts';
import { broadcastKey, broadcastPartition } from './broadcast.item.ts';
import { type BroadcastsTable, endOfPrefix, firstRows, listRows } from './rows.repository.ts';
import type { StoredCue } from './live-cue.ts';

interface CueItem {
  readonly cue_id: string;
  readonly at_ms: number;
  readonly duration_ms: number;
  readonly arrived_at_ms: number;
  readonly text: string;
  /** No route shows it. Missing on cues of an earlier version. */
  readonly author_id?: string;
}

interface NewCue extends StoredCue {
  readonly authorId: string;
}

const PREFIX = 'CAPTION#';
const captionSortKey = (atMs: number, id = ''): string => `${PREFIX}${digits(atMs, 13)}#${id}`;

export const cueItem = (broadcastId: string, cue: NewCue) => ({
  pk: broadcastPartition(broadcastId),
  sk: captionSortKey(cue.atMs, cue.id),
  ...({
    cue_id: cue.id,
    at_ms: cue.atMs,
    duration_ms: cue.durationMs,
    arrived_at_ms: cue.arrivedAtMs,
    text: cue.text,
    author_id: cue.authorId,
  } satisfies CueItem),
  expires_at: seconds(cue.arrivedAtMs) + 30 * DAY_S,
});

interface CueRange {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Captions are kept as long as their broadcast; see `broadcast.item.ts` for the keys. */
export const liveCaptionReads = (table: BroadcastsTable) => ({
  /** Returns the cues whose picture was recorded in this range, by time; in ms since 1970. */
  cuesBetween: async (id: string, { fromMs, untilMs }: CueRange): Promise<StoredCue[]> => {
    const [from, until] = [captionSortKey(Math.max(0, fromMs)), captionSortKey(Math.max(0, untilMs))];
    return (await listRows<CueItem>(table, id, from, until)).map(toCue);
  },
});

export type LiveCaptionReads = ReturnType<typeof liveCaptionReads>;

export const liveCaptionWrites = (table: BroadcastsTable) => ({
  /** The last ones of the broadcast, in reverse order. */
  latestCues: async (id: string, limit: number): Promise<StoredCue[]> => {
    const options = { limit, isBackwards: true };
    return (await firstRows<CueItem>(table, id, PREFIX, endOfPrefix(PREFIX), options)).map(toCue);
  },
  /** Returns the cue that is stored, which may be an earlier one with this id and time. */
  addCue: async (broadcastId: string, cue: NewCue): Promise<StoredCue> => {
    const item = cueItem(broadcastId, cue);
    if (await putItem(table, item, ABSENT)) return cue;
    return toCue((await getItem<CueItem>(table, { pk: item.pk, sk: item.sk })) ?? item);
  },
  deleteCue: async (broadcastId: string, { id, atMs }: Pick<StoredCue, 'id' | 'atMs'>): Promise<void> => {
    await deleteItem(table, { pk: broadcastPartition(broadcastId), sk: captionSortKey(atMs, id) });
  },
  /** The broadcast has captions in this language from now on, which its channel shows, unless they are off. */
  setLanguage: async (broadcast: BroadcastKey, captions_language: string): Promise<void> => {
    const isOn = { if: 'attribute_exists(pk) AND attribute_not_exists(captions_off)' };
    await showLanguage(table, broadcast, captions_language);
    const isSet = await updateItem(table, broadcastKey(broadcast.id), { captions_language }, isOn);
    if (!isSet) await showLanguage(table, broadcast, undefined);
  },
  turnOff: async (broadcast: BroadcastKey): Promise<void> => {
    const isStored = { if: 'attribute_exists(pk)' };
    await updateItem(table, broadcastKey(broadcast.id), { captions_off: true }, isStored);
    await showLanguage(table, broadcast, undefined);
  },
  /** Shows captions again, in the language that they had, if any. */
  turnOn: async (broadcast: BroadcastKey, language: string | undefined): Promise<void> => {
    const isStored = { if: 'attribute_exists(pk)' };
    await updateItem(table, broadcastKey(broadcast.id), { captions_off: undefined }, isStored);
    await showLanguage(table, broadcast, language);
  },
});

/** On the channel, while the broadcast is live. */
const showLanguage = (table: Table, { id, channelId }: BroadcastKey, captions_language: string | undefined) =>
  changeChannel(table, channelId, (channel) =>
    channel.is_live &&
    channel.video_url === livePlaylistUrl(id) &&
    channel.captions_language !== captions_language
      ? { captions_language }
      : null,
  );

const toCue = ({ cue_id: id, text, ...item }: CueItem): StoredCue => ({
  id,
  text,
  atMs: item.at_ms,
  durationMs: item.duration_ms,
  arrivedAtMs: item.arrived_at_ms,
});
