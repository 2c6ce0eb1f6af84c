import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { PATIENT_ATTEMPTS, retryRaced, unlessConditionFails } from '../../aws/retry.ts';
import {
  ACTIVE_PARTITION,
  afterWork,
  broadcastKey,
  broadcastPartition,
  segmentSortKey,
} from './broadcast.item.ts';
import type { Segment } from '../broadcast.ts';
import type { SegmentNeighbours, SegmentNews, SegmentReads, SegmentRows } from '../ports.ts';
import { afterAll, firstRows, listRows, type BroadcastsTable } from './rows.repository.ts';

type SegmentItem = Pick<Segment, 'seq' | 'main' | 'small' | 'sound'> & {
  readonly arrived_at_ms: number;
  readonly start_ms: number;
  readonly end_ms: number;
};

const [FIRST, LAST] = [segmentSortKey(0), afterAll('SEGMENT#')];

/** What playlists read of segments; see `broadcast.item.ts` for the keys. */
export const segmentReads = (table: BroadcastsTable): SegmentReads => ({
  listSegments: async (id, { fromSeq = 0, limit } = {}) => {
    const from = segmentSortKey(fromSeq);
    const items =
      limit === undefined
        ? await listRows<SegmentItem>(table, id, from, LAST)
        : await firstRows<SegmentItem>(table, id, from, LAST, { limit });
    return items.map(toSegment);
  },
  latestSegments: async (id, limit) => {
    const items = await firstRows<SegmentItem>(table, id, FIRST, LAST, { limit, isBackwards: true });
    return items.toReversed().map(toSegment);
  },
});

/** The segments of direct broadcasts that are stored. */
export const segmentsRepository = (table: BroadcastsTable): SegmentRows => ({
  ...segmentReads(table),
  addSegment: (id, segment, clock, news) => addSegment(table, id, segment, clock, news),
  segmentsAround: async (id, seq) => {
    const newest = await segmentReads(table).latestSegments(id, NEWEST);
    // Nearly always it is the next one: then one look is enough.
    const isEnough = newest.length < NEWEST || newest.some((segment) => segment.seq < seq);
    return around(seq, isEnough ? newest : await nearest(table, id, seq));
  },
});

const NEWEST = 4;

/** Those next to a number and of that number itself, in order. */
async function nearest(table: BroadcastsTable, id: string, seq: number): Promise<Segment[]> {
  const [earlier, later] = await Promise.all([
    seq > 0
      ? firstRows<SegmentItem>(table, id, FIRST, segmentSortKey(seq - 1), { limit: 1, isBackwards: true })
      : [],
    firstRows<SegmentItem>(table, id, segmentSortKey(seq), LAST, { limit: 2 }),
  ]);
  return [...earlier, ...later].map(toSegment);
}

const around = (seq: number, segments: readonly Segment[]): SegmentNeighbours => ({
  before: segments.findLast((segment) => segment.seq < seq),
  same: segments.find((segment) => segment.seq === seq),
  after: segments.find((segment) => segment.seq > seq),
});

/** The count changes in the same transaction, and the broadcast is to be worked on (again). */
function addSegment(
  { client, TableName }: BroadcastsTable,
  id: string,
  { startMs, endMs, ...segment }: Omit<Segment, 'arrivedAtMs'>,
  clock: () => number,
  { targetDurationS, checkpoint }: SegmentNews,
): Promise<boolean> {
  const key = { pk: broadcastPartition(id), sk: segmentSortKey(segment.seq) };
  const Update = {
    TableName,
    Key: broadcastKey(id),
    UpdateExpression:
      'SET gsi1pk = :active, gsi1sk = :id, segment_target_s = if_not_exists(segment_target_s, :target)' +
      `${checkpoint ? ', segment_checkpoint = :checkpoint' : ''} ADD segment_count :one`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: {
      ':active': ACTIVE_PARTITION,
      ':id': id,
      ':one': 1,
      ':target': targetDurationS,
      ...(checkpoint && { ':checkpoint': JSON.stringify(checkpoint) }),
    },
  };
  // What viewers get is decided by when it arrived: not before it can be read.
  const write = () => {
    const item: SegmentItem = { ...segment, start_ms: startMs, end_ms: endMs, arrived_at_ms: clock() };
    const Put = {
      TableName,
      Item: { ...key, ...item, expires_at: afterWork(clock()) },
      ConditionExpression: 'attribute_not_exists(pk)',
    };
    return client.send(new TransactWriteCommand({ TransactItems: [{ Put }, { Update }] }));
  };
  return unlessConditionFails(retryRaced(write, PATIENT_ATTEMPTS));
}

const toSegment = ({ seq, arrived_at_ms, start_ms, end_ms, main, small, sound }: SegmentItem): Segment => ({
  seq,
  arrivedAtMs: arrived_at_ms,
  startMs: start_ms,
  endMs: end_ms,
  main,
  ...(small && { small }),
  sound,
});
