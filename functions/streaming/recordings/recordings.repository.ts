/**
 * Recordings of ended airings, kept for as long as more recordings of the same airing may be reported. Keys:
 *
 * | item                        | pk                         | sk                            |
 * |-----------------------------|----------------------------|-------------------------------|
 * | recording                   | `CHANNEL#<id>`             | `RECORDING#<start>#<id>`  |
 * | which airing it is of    | `RECORDING#<id>`           | `CLAIM`                       |
 *
 * An airing is identified by its start, in ms. A claim keeps a recording's airing the same in later reports.
 */
import { getItem } from '#functions/aws/table/get-item.ts';
import { queryAll } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { ABSENT, putItem } from '#functions/aws/table/write-items.ts';
import { KEPT_S, startDigits } from '../table/airings.repository.ts';
import type { Recording } from './recording-ended-file.ts';
import { seconds } from '#functions/base/seconds.ts';

const partition = (channelId: string): string => `CHANNEL#${channelId}`;
const sortPrefix = (airingAtMs: number): string => `RECORDING#${startDigits(airingAtMs)}#`;
const expiry = (): number => seconds(Date.now()) + KEPT_S;

export type RecordingsRepository = ReturnType<typeof recordingsRepository>;

export const recordingsRepository = (table: Table) => ({
  /** Stores which airing a recording belongs to, by its start; returns the first stored value. */
  settle: async (recordingId: string, airingAtMs: number): Promise<number> => {
    const key = { pk: `RECORDING#${recordingId}`, sk: 'CLAIM' };
    const claim = { ...key, broadcast_at_ms: airingAtMs, expires_at: expiry() };
    if (await putItem(table, claim, ABSENT)) return airingAtMs;
    return Number((await getItem(table, key))?.['broadcast_at_ms'] ?? airingAtMs);
  },
  keep: async (channelId: string, airingAtMs: number, recording: Recording): Promise<void> => {
    const { id, prefix, startedAtMs, durationMs, playlistUrl, picturesUrl, cutMs } = recording;
    await putItem(table, {
      pk: partition(channelId),
      sk: sortPrefix(airingAtMs) + id,
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
  list: async (channelId: string, airingAtMs: number): Promise<Recording[]> => {
    const items = await queryAll<Record<string, unknown>>(table, {
      KeyConditionExpression: 'pk = :channel AND begins_with(sk, :airing)',
      ExpressionAttributeValues: { ':channel': partition(channelId), ':airing': sortPrefix(airingAtMs) },
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
