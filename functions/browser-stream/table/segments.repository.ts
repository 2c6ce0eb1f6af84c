import { LatestEntries } from '#functions/base/latest-entries.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import {
  broadcastKey,
  broadcastPartition,
  segmentSortKey,
  toBroadcast,
  type BroadcastItem,
} from './broadcast.item.ts';
import type {
  Broadcast,
  NewestSegment,
  Segment,
  SegmentCheckpoint,
  SegmentNeighbours,
} from '../broadcast.ts';
import { broadcastReads } from './broadcast-reads.repository.ts';
import {
  type AddOutcome,
  addRow,
  endOfPrefix,
  firstRows,
  listRows,
  type BroadcastsTable,
} from './rows.repository.ts';

export type SegmentItem = Pick<Segment, 'seq' | 'main' | 'small' | 'sound'> & {
  readonly arrived_at_ms: number;
  readonly start_ms: number;
  readonly end_ms: number;
};

interface SegmentRange {
  /** @default 0 */
  readonly fromSeq?: number;
  /** The maximum number of segments. @default all */
  readonly limit?: number;
  /** The number of the last one, where it is known. */
  readonly lastSeq?: number | undefined;
}

/** Data that is stored together with a segment, in the same transaction. */
interface SegmentNews {
  /** EXT-X-TARGETDURATION of the broadcast, if this is its first segment. */
  readonly targetDurationS: number;
  readonly checkpoint?: SegmentCheckpoint;
  /** Set where the segment comes after all that are stored. */
  readonly newest?: NewestSegment;
  /** From `findFor`. @default not remembered */
  readonly broadcast?: Broadcast;
}

const MAX_BROADCASTS = 200;

const [FIRST, LAST] = [segmentSortKey(0), endOfPrefix('SEGMENT#')];

/** Reads of segments for playlists; see `broadcast.item.ts` for the keys. */
export const segmentReads = (table: BroadcastsTable) => ({
  /** In order. */
  listSegments: async (
    id: string,
    { fromSeq = 0, limit }: SegmentRange = {},
  ): Promise<readonly Segment[]> => {
    const from = segmentSortKey(fromSeq);
    const items =
      limit === undefined
        ? await listRows<SegmentItem>(table, id, from, LAST)
        : await firstRows<SegmentItem>(table, id, from, LAST, { limit });
    return items.map(toSegment);
  },
  /** The last ones, in order. */
  latestSegments: async (id: string, limit: number): Promise<Segment[]> => {
    const items = await firstRows<SegmentItem>(table, id, FIRST, LAST, { limit, isBackwards: true });
    return items.toReversed().map(toSegment);
  },
  findSegment: async (id: string, seq: number): Promise<Segment | null> => {
    const item = await getItem<SegmentItem>(table, segmentKey(id, seq), table);
    return item ? toSegment(item) : null;
  },
});

export type SegmentReads = ReturnType<typeof segmentReads>;

const segmentKey = (id: string, seq: number) => ({ pk: broadcastPartition(id), sk: segmentSortKey(seq) });

/** Reads a broadcast and one segment of it in one request, as of one moment. */
export const segmentFinder =
  (table: BroadcastsTable) =>
  async (
    id: string,
    seq: number,
  ): Promise<{ readonly broadcast: Broadcast | null; readonly segment: Segment | null }> => {
    const keys = [broadcastKey(id), segmentKey(id, seq)];
    const items = await getMany<{ readonly sk: string }>(table, keys, table);
    const [broadcast, segment] = keys.map(({ sk }) => items.find((item) => item.sk === sk));
    return {
      broadcast: broadcast ? toBroadcast(broadcast as unknown as BroadcastItem) : null,
      segment: segment ? toSegment(segment as unknown as SegmentItem) : null,
    };
  };

export const segmentsRepository = (table: BroadcastsTable) => {
  const known = new LatestEntries<Broadcast>(MAX_BROADCASTS);
  const unread = new WeakSet<Broadcast>();
  const remember = (broadcast: Broadcast, { targetDurationS, checkpoint, newest }: SegmentNews): void => {
    if (!newest || broadcast.end || broadcast.wayChange) return;
    const left = {
      ...broadcast,
      storedSegments: newest.count,
      newestSegment: newest,
      ...(!broadcast.storedSegments && { targetDurationS }),
      ...(checkpoint && { segmentCheckpoint: checkpoint }),
    };
    known.set(broadcast.id, left);
    unread.add(left);
  };
  return {
    ...segmentReads(table),
    ...segmentNeighbours(table),
    /** The broadcast for its segment `seq`. Where this process stored the one before, as that left it, without a read. */
    findFor: async (id: string, seq: number): Promise<Broadcast | null> => {
      const left = known.get(id);
      return left?.newestSegment?.seq === seq - 1 ? left : broadcastReads(table).find(id);
    },
    /**
     * `clock` gives the time of arrival when it is written. `changed`: the broadcast was not read and is no longer so;
     * nothing is stored, and `findFor` reads it now.
     */
    addSegment: async (
      id: string,
      segment: Omit<Segment, 'arrivedAtMs'>,
      clock: () => number,
      news: SegmentNews,
    ): Promise<AddOutcome> => {
      const { broadcast } = news;
      const assumed = broadcast && unread.has(broadcast) ? broadcast : undefined;
      // The time of arrival decides what playlists list, so it must not be before the write.
      const rowNow = () => segmentItem({ ...segment, arrivedAtMs: clock() });
      const added = await addRow(table, id, 'segment_count', rowNow, changesBy(segment, news, assumed));
      if (added === 'changed') known.delete(id);
      if (added === 'added' && broadcast) remember(broadcast, news);
      return added;
    },
  };
};

function changesBy(
  { seq, small }: Pick<Segment, 'seq' | 'small'>,
  { targetDurationS, checkpoint, newest }: SegmentNews,
  assumed: Broadcast | undefined,
) {
  return {
    assignments: [
      'segment_target_s = if_not_exists(segment_target_s, :target)',
      ...(checkpoint ? ['segment_checkpoint = :checkpoint'] : []),
      ...(newest ? ['newest_segment = :newest'] : []),
      ...(small ? ['small_seq = :seq'] : []),
    ],
    values: {
      ':target': targetDurationS,
      ...(checkpoint && { ':checkpoint': JSON.stringify(checkpoint) }),
      ...(newest && { ':newest': JSON.stringify(newest) }),
      ...(small && { ':seq': seq }),
      ...(assumed && { ':known': assumed.storedSegments }),
    },
    condition: assumed && 'segment_count = :known AND attribute_not_exists(compatible_from_ms)',
  };
}

const segmentNeighbours = (table: BroadcastsTable) => ({
  segmentsAround: async (id: string, seq: number): Promise<SegmentNeighbours> => {
    const newest = await segmentReads(table).latestSegments(id, NEWEST);
    // Usually the number is near the end, and one query is enough.
    const isEnough = newest.length < NEWEST || newest.some((segment) => segment.seq < seq);
    const segments = isEnough ? newest : await nearest(table, id, seq);
    return {
      before: segments.findLast((segment) => segment.seq < seq),
      same: segments.find((segment) => segment.seq === seq),
      after: segments.find((segment) => segment.seq > seq),
    };
  },
});

const NEWEST = 4;

/** The segments next to a number, and the one of that number, in order. */
async function nearest(table: BroadcastsTable, id: string, seq: number): Promise<Segment[]> {
  const [earlier, later] = await Promise.all([
    seq > 0
      ? firstRows<SegmentItem>(table, id, FIRST, segmentSortKey(seq - 1), { limit: 1, isBackwards: true })
      : [],
    firstRows<SegmentItem>(table, id, segmentSortKey(seq), LAST, { limit: 2 }),
  ]);
  return [...earlier, ...later].map(toSegment);
}

/** The stored form of a segment, without the fields that all rows have. */
export function segmentItem({ arrivedAtMs, startMs, endMs, ...segment }: Segment) {
  const item: SegmentItem = { ...segment, start_ms: startMs, end_ms: endMs, arrived_at_ms: arrivedAtMs };
  return { ...item, sk: segmentSortKey(segment.seq) };
}

export const toSegment = ({
  seq,
  arrived_at_ms,
  start_ms,
  end_ms,
  main,
  small,
  sound,
}: SegmentItem): Segment => ({
  seq,
  arrivedAtMs: arrived_at_ms,
  startMs: start_ms,
  endMs: end_ms,
  main,
  ...(small && { small }),
  sound,
});
