/**
 * What a person keeps for themselves, as the table holds it. Keys:
 *
 * | item                 | pk                 | sk                 | gsi1pk                   | gsi1sk            |
 * |----------------------|--------------------|--------------------|--------------------------|-------------------|
 * | video to watch later | `LIBRARY#<person>` | `LATER#<video id>` | `LIBRARY#<person>#LATER` | `<at>#<video id>` |
 * | number of them       | `LIBRARY#<person>` | `SAVED`            |                          |                   |
 *
 * They have only the ids of videos, so that nothing of a deleted or hidden video stays here.
 */
import type { RankedList } from '../aws/table/cursor.ts';

export const libraryPartition = (personId: string): string => `LIBRARY#${personId}`;

export const laterKey = (personId: string, videoId: string) => ({
  pk: libraryPartition(personId),
  sk: `LATER#${videoId}`,
});
export const savedKey = (personId: string) => ({ pk: libraryPartition(personId), sk: 'SAVED' });

export interface LibraryItem {
  readonly sk: string;
  readonly video_id: string;
  readonly at: string;
}

export const laterList = (personId: string): RankedList => ({
  index: 'gsi1',
  partition: `${libraryPartition(personId)}#LATER`,
  keyOf: (id) => laterKey(personId, id),
});

export const laterItem = (personId: string, videoId: string, at: string) => ({
  ...laterKey(personId, videoId),
  gsi1pk: laterList(personId).partition,
  gsi1sk: `${at}#${videoId}`,
  video_id: videoId,
  at,
});
