/**
 * Recordings of ended broadcasts, kept for as long as more recordings of the same broadcast may be reported. Keys:
 *
 * | item                     | pk               | sk                       |
 * |--------------------------|------------------|--------------------------|
 * | recording                | `CHANNEL#<id>`   | `RECORDING#<start>#<id>` |
 * | which broadcast it is of | `RECORDING#<id>` | `CLAIM`                  |
 *
 * A broadcast is identified by its start, in ms. A claim keeps a recording's broadcast the same in later reports.
 */
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryAll } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ABSENT, putItem } from '#functions/aws/table/write-items.ts';
import { KEPT_S, startDigits } from '../table/ended-broadcasts.repository.ts';
import type { Recording } from './recording-ended-file.ts';
import { seconds } from '#functions/base/seconds.ts';

const partition = (channelId: string): string => `CHANNEL#${channelId}`;
const sortPrefix = (broadcastAtMs: number): string => `RECORDING#${startDigits(broadcastAtMs)}#`;
const expiry = (): number => seconds(Date.now()) + KEPT_S;

export type RecordingsRepository = ReturnType<typeof recordingsRepository>;

export const recordingsRepository = (table: Table) => ({
  /** Stores which broadcast a recording belongs to, by its start; returns the first stored value. */
  settle: async (recordingId: string, broadcastAtMs: number): Promise<number> => {
    const key = { pk: `RECORDING#${recordingId}`, sk: 'CLAIM' };
    const claim = { ...key, broadcast_at_ms: broadcastAtMs, expires_at: expiry() };
    if (await putItem(table, claim, ABSENT)) return broadcastAtMs;
    return Number((await getItem(table, key))?.['broadcast_at_ms'] ?? broadcastAtMs);
  },
  keep: async (channelId: string, broadcastAtMs: number, recording: Recording): Promise<void> => {
    const { id, prefix, startedAtMs, durationMs, playlistUrl, picturesUrl, cutMs } = recording;
    await putItem(table, {
      pk: partition(channelId),
      sk: sortPrefix(broadcastAtMs) + id,
      id,
      prefix,
      started_at_ms: startedAtMs,
      duration_ms: durationMs,
      playlist_url: playlistUrl,
      ...(picturesUrl && { pictures_url: picturesUrl }),
      cut_ms: cutMs,
      expires_at: expiry(),
    });
  },
  /** In the order of their starts. */
  list: async (channelId: string, broadcastAtMs: number): Promise<Recording[]> => {
    const items = await queryAll<Record<string, unknown>>(table, {
      KeyConditionExpression: 'pk = :channel AND begins_with(sk, :broadcast)',
      ExpressionAttributeValues: {
        ':channel': partition(channelId),
        ':broadcast': sortPrefix(broadcastAtMs),
      },
      ConsistentRead: true,
    });
    return items.map(toRecording).toSorted((a, b) => a.startedAtMs - b.startedAtMs);
  },
});

const toRecording = (item: Record<string, unknown>): Recording => ({
  id: String(item['id']),
  prefix: String(item['prefix']),
  startedAtMs: Number(item['started_at_ms']),
  durationMs: Number(item['duration_ms']),
  playlistUrl: String(item['playlist_url']),
  picturesUrl: (item['pictures_url'] as string | undefined) ?? null,
  cutMs: Number(item['cut_ms'] ?? 0),
});
