/**
 * Words of captions by which a search finds their video. Keys:
 *
 * | item                                 | pk                                  | sk            | gsi1pk            | gsi1sk       |
 * |--------------------------------------|-------------------------------------|---------------|-------------------|--------------|
 * | indexed words of a video             | `VIDEO#<id>`                        | `TRANSCRIPT`  | `TRANSCRIPTS_DUE` | `<due>#<id>` |
 * | word of a video's captions           | `TRANSCRIPT_WORD#<first character>` | `<word>#<id>` |                   |              |
 *
 * They are too many for the transaction of a video's change: it only makes the first item due, and the tick writes the
 * words. `version` identifies the latest of these changes.
 */
import { dueKeys, listDue, type DueQueue } from '#functions/aws/table/due-queue.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment } from '#functions/aws/table/write-items.ts';
import { transcriptWordPartition } from '#functions/word-index/word-lists.ts';
import { videoKey, type VideoItem } from './video.item.ts';
import type { StoredVideo } from './video-index-keys.ts';
import { isListed } from '../visibility.ts';

export const TRANSCRIPT_QUEUE: DueQueue = { partition: 'TRANSCRIPTS_DUE', index: 'gsi1' };

export const transcriptKey = (videoId: string) => ({ ...videoKey(videoId), sk: 'TRANSCRIPT' });
export const transcriptWordKey = (videoId: string, word: string) => ({
  pk: transcriptWordPartition(word),
  sk: `${word}#${videoId}`,
});

/** The second in which each word is first said. */
export type TranscriptWords = Readonly<Record<string, number>>;

export interface Transcript {
  /** Of the video. */
  readonly id: string;
  readonly version: number;
  readonly words?: TranscriptWords;
  readonly gsi1sk?: string;
}

/** For the transaction of a video's change, if it changes which captions a search may find. */
export function transcriptWrites(
  table: Table,
  before: StoredVideo | undefined,
  after: VideoItem | undefined,
): Write[] {
  if (searchedFiles(before) === searchedFiles(after)) return [];
  const { id } = (after ?? before)!;
  const due = { ...dueKeys(TRANSCRIPT_QUEUE, id, Date.now()), id, version: (before?.version ?? 0) + 1 };
  return [{ Update: assignment(table, transcriptKey(id), due) }];
}

const searchedFiles = (video: VideoItem | undefined): string =>
  video && isListed(video) ? (video.captions ?? []).map(({ url }) => url).join(' ') : '';

const MAX_DUE = 60;

/** Oldest first. Eventually consistent. */
export const dueTranscripts = (table: Table, nowMs: number): Promise<Transcript[]> =>
  listDue<Transcript>(table, TRANSCRIPT_QUEUE, nowMs, MAX_DUE);
