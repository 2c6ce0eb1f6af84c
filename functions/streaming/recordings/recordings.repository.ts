/**
 * Recordings of airings that have ended, as the table holds them, for as long as others of the same airing may
 * still be reported:
 *
 * | item                        | pk                         | sk                            |
 * |-----------------------------|----------------------------|-------------------------------|
 * | recording                   | `CHANNEL#<id>`             | `RECORDING#<start>#<id>`  |
 * | which airing it is of    | `RECORDING#<id>`           | `CLAIM`                       |
 *
 * An airing is told by its start, in ms. A recording is of one, whatever a second report of it looks like.
 */
import { getItem } from '../../aws/table/get-item.ts';
import { queryAll } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { ABSENT, placement } from '../../aws/table/write-expressions.ts';
import { transact } from '../../aws/table/write-items.ts';
import { KEPT_S, startDigits } from '../table/airings.repository.ts';
import type { Recording } from './recording.ts';
import type { RecordingsRepository } from './ports.ts';
import { seconds } from '../../base/seconds.ts';

export const recordingsRepository = (table: Table): RecordingsRepository => ({
  keep: (channelId, airingAtMs, recording) => keep(table, channelId, airingAtMs, recording),
  list: (channelId, airingAtMs) => list(table, channelId, airingAtMs),
});

const partition = (channelId: string): string => `CHANNEL#${channelId}`;
const sortPrefix = (airingAtMs: number): string => `RECORDING#${startDigits(airingAtMs)}#`;
const claimKey = (id: string) => ({ pk: `RECORDING#${id}`, sk: 'CLAIM' });

async function keep(
  table: Table,
  channelId: string,
  airingAtMs: number,
  recording: Recording,
): Promise<number> {
  const expires_at = seconds(Date.now()) + KEPT_S;
  const claim = { ...claimKey(recording.id), broadcast_at_ms: airingAtMs, expires_at };
  const item = {
    pk: partition(channelId),
    sk: sortPrefix(airingAtMs) + recording.id,
    id: recording.id,
    prefix: recording.prefix,
    started_at_ms: recording.startedAtMs,
    duration_ms: recording.durationMs,
    expires_at,
  };
  const writes = [{ Put: placement(table, claim, ABSENT) }, { Put: placement(table, item) }];
  if (await transact(table, writes)) return airingAtMs;
  const claimed = await getItem(table, claimKey(recording.id));
  return Number(claimed?.['broadcast_at_ms'] ?? airingAtMs);
}

async function list(table: Table, channelId: string, airingAtMs: number): Promise<Recording[]> {
  const items = await queryAll<Record<string, unknown>>(table, {
    KeyConditionExpression: 'pk = :channel AND begins_with(sk, :airing)',
    ExpressionAttributeValues: { ':channel': partition(channelId), ':airing': sortPrefix(airingAtMs) },
    ConsistentRead: true,
  });
  return items.map(toRecording).toSorted((a, b) => a.startedAtMs - b.startedAtMs);
}

const toRecording = (item: Record<string, unknown>): Recording => ({
  id: String(item['id']),
  prefix: String(item['prefix']),
  startedAtMs: Number(item['started_at_ms']),
  durationMs: Number(item['duration_ms']),
});
