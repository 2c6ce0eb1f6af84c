/**
 * Clips, as the table holds them. Keys:
 *
 * | item                      | pk             | sk               | gsi1pk         | gsi2pk               | gsi3pk                | gsi4pk      |
 * |---------------------------|----------------|------------------|----------------|----------------------|-----------------------|-------------|
 * | clip                      | `CLIP#<id>`    | `CLIP`           | `CLIPS#<chan>` | `CLIPS_BY#<clipper>` | `CLIPS_OF#<source>`   | `CLIPS_DUE` |
 * | a channel's count, choice | `CHANNEL#<id>` | `CLIPS`          |                |                      |                       |             |
 * | what a key has made       | `CHANNEL#<id>` | `CLIP_KEY#<key>` |                |                      |                       |             |
 * | a word of a clip           | `CLIP_WORD#<letter>` | `<word>#<id>` |              |                      |                       |             |
 *
 * Sort keys of the first three indexes are `<created_at>#<id>`, that of the last `<due>#<id>`. A mark keeps a
 * deleted clip's id in use for two more days. `gsi4` lists clips with files to delete: deleted ones, and those whose creation
 * never finished.
 */
import type { DueQueue } from '#functions/aws/table/due-queue.ts';
import type { Clip, ClipBody } from '#shared/videos/clips.ts';
import { indexWordsOf } from '#functions/word-index/words.ts';
import type { ClipSource, ClipState, StoredClip } from '../clip.ts';

/** The states of a clip, as they are stored. */
export const CLIP_STATES = { creating: 'begun', ready: 'there', deleted: 'gone' } as const;

export interface ClipItem extends Omit<Clip, 'display_name' | 'source' | 'is_kept' | 'views' | 'likes'> {
  readonly state: (typeof CLIP_STATES)[ClipState['state']];
  readonly source_kind?: ClipSource['kind'];
  readonly source_id?: string;
  readonly from_ms?: number;
  readonly is_kept?: boolean;
  readonly is_removed?: true;
  readonly views?: number;
  readonly likes?: number;
  /** Of a clip that is being created. */
  readonly request?: ClipBody;
}

/** The attributes of a preview, and those that decide who may see it. */
export const CLIP_PREVIEW_ATTRIBUTES = [
  'state',
  'id',
  'channel_id',
  'clipper_id',
  'clipper',
  'title',
  'visibility',
  'source_kind',
  'source_id',
  'thumbnail_url',
  'duration_s',
  'views',
  'created_at',
  'is_removed',
] as const satisfies readonly (keyof ClipItem)[];
export type ClipPreviewItem = Pick<ClipItem, (typeof CLIP_PREVIEW_ATTRIBUTES)[number]>;

export const clipKey = (id: string) => ({ pk: `CLIP#${id}`, sk: 'CLIP' });
export const channelClipsKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'CLIPS' });
export const madeByKey = (personId: string, key: string) => ({
  pk: `CHANNEL#${personId}`,
  sk: `CLIP_KEY#${key}`,
});

export const clipLists = {
  channel: (id: string) => ({ index: 'gsi1', partition: `CLIPS#${id}` }) as const,
  clipper: (id: string) => ({ index: 'gsi2', partition: `CLIPS_BY#${id}` }) as const,
  source: (id: string) => ({ index: 'gsi3', partition: `CLIPS_OF#${id}` }) as const,
};

/** More would not fit into a transaction. */
const MAX_CLIP_WORDS = 30;

export const clipWordPartition = (word: string): string => `CLIP_WORD#${[...word][0]}`;

export const clipWords = ({ title, username }: Pick<ClipItem, 'title' | 'username'>): string[] =>
  indexWordsOf(`${title} ${username}`).slice(0, MAX_CLIP_WORDS);

export const clipWordKeys = (clip: Pick<ClipItem, 'id' | 'title' | 'username'>) =>
  clipWords(clip).map((word) => ({ pk: clipWordPartition(word), sk: `${word}#${clip.id}` }));

export const DUE_CLIPS: DueQueue = { partition: 'CLIPS_DUE', index: 'gsi4' };
export const NOT_DUE = { gsi4pk: undefined, gsi4sk: undefined } as const;
export const NO_SOURCE = {
  source_kind: undefined,
  source_id: undefined,
  from_ms: undefined,
  gsi3pk: undefined,
  gsi3sk: undefined,
} as const;

/** The item of a finished clip, with its index keys. */
export function clipItem(clip: StoredClip) {
  const { id, channelId, clipperId, createdAt, source } = clip;
  const rank = `${createdAt}#${id}`;
  const item: ClipItem = {
    state: CLIP_STATES.ready,
    id,
    channel_id: channelId,
    username: clip.username,
    clipper_id: clipperId,
    clipper: clip.clipper,
    title: clip.title,
    visibility: clip.visibility,
    ...(source && { source_kind: source.kind, source_id: source.id, from_ms: source.fromMs }),
    playback_url: clip.playbackUrl,
    start_s: clip.startS,
    duration_s: clip.durationS,
    thumbnail_url: clip.thumbnailUrl,
    ...(clip.captions && { captions: clip.captions }),
    created_at: createdAt,
  };
  return {
    ...item,
    gsi1pk: clipLists.channel(channelId).partition,
    gsi1sk: rank,
    gsi2pk: clipLists.clipper(clipperId).partition,
    gsi2sk: rank,
    ...(source && { gsi3pk: clipLists.source(source.id).partition, gsi3sk: rank }),
  };
}

export const toClip = (item: ClipItem): StoredClip => ({
  id: item.id,
  channelId: item.channel_id,
  username: item.username,
  clipperId: item.clipper_id,
  clipper: item.clipper,
  title: item.title,
  visibility: item.visibility,
  ...(item.source_id !== undefined && {
    source: { kind: item.source_kind ?? 'video', id: item.source_id, fromMs: item.from_ms ?? 0 },
  }),
  playbackUrl: item.playback_url,
  startS: item.start_s,
  durationS: item.duration_s,
  thumbnailUrl: item.thumbnail_url,
  ...(item.captions && { captions: item.captions }),
  isKept: item.is_kept === true,
  isRemoved: item.is_removed === true,
  views: item.views ?? 0,
  likes: item.likes ?? 0,
  createdAt: item.created_at,
});

export function toState(item: ClipItem): ClipState {
  if (item.state === CLIP_STATES.ready) return { state: 'ready', clip: toClip(item) };
  const { state, id, channel_id: channelId, request } = item;
  if (state !== CLIP_STATES.creating || !request) return { state: 'deleted' };
  return { state: 'creating', unfinished: { id, channelId, request } };
}
