import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '../../aws/retry.ts';
import { PATIENT_ATTEMPTS, retryRaced } from '../../aws/retry.ts';
import {
  ACTIVE_PARTITION,
  afterWork,
  broadcastKey,
  broadcastPartition,
  chunkSortKey,
} from './broadcast.item.ts';
import type { StoredChunk } from '../broadcast.ts';
import type { ChunkRows } from '../ports.ts';
import { afterAll, listRows, type BroadcastsTable } from './rows.repository.ts';

interface ChunkItem {
  readonly seq: number;
  readonly size_bytes: number;
  readonly arrived_at_ms: number;
}

/** The chunks of broadcasts that are stored; see `broadcast.item.ts` for the keys. */
export const chunksRepository = (table: BroadcastsTable): ChunkRows => ({
  addChunk: (id, chunk) => addChunk(table, id, chunk),
  changeWay: async (id, { fromMs, atMs }) => {
    const update = new UpdateCommand({
      TableName: table.TableName,
      Key: broadcastKey(id),
      UpdateExpression: 'SET compatible_from_ms = :from, compatible_at_ms = :at',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(compatible_from_ms)',
      ExpressionAttributeValues: { ':from': fromMs, ':at': atMs },
    });
    await unlessConditionFails(retryRaced(() => table.client.send(update)));
  },
  listChunks: async (id, fromSeq, toSeq) => {
    const to = toSeq === undefined ? afterAll('CHUNK#') : chunkSortKey(toSeq);
    if (toSeq !== undefined && toSeq < fromSeq) return [];
    const items = await listRows<ChunkItem>(table, id, chunkSortKey(fromSeq), to);
    return items.map(({ seq, size_bytes, arrived_at_ms }) => ({
      seq,
      sizeBytes: size_bytes,
      arrivedAtMs: arrived_at_ms,
    }));
  },
});

/** The count changes in the same transaction, and the broadcast is to be worked on (again). */
function addChunk(
  { client, TableName }: BroadcastsTable,
  id: string,
  { seq, sizeBytes, arrivedAtMs }: StoredChunk,
): Promise<boolean> {
  const item: ChunkItem = { seq, size_bytes: sizeBytes, arrived_at_ms: arrivedAtMs };
  const key = { pk: broadcastPartition(id), sk: chunkSortKey(seq) };
  const Put = {
    TableName,
    Item: { ...key, ...item, expires_at: afterWork(Date.now()) },
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  const Update = {
    TableName,
    Key: broadcastKey(id),
    UpdateExpression: 'SET gsi1pk = :active, gsi1sk = :id ADD chunks :one',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':active': ACTIVE_PARTITION, ':id': id, ':one': 1 },
  };
  const write = () => client.send(new TransactWriteCommand({ TransactItems: [{ Put }, { Update }] }));
  return unlessConditionFails(retryRaced(write, PATIENT_ATTEMPTS));
}
