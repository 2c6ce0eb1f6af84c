/** From where viewers came, in which languages, and what of a video they have played; see `statistics.item.ts` for the keys. */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { DAY_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { VIDEO_STEPS } from '#shared/limits.ts';
import type { ViewerOrigin } from '#shared/people/viewer-origin.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import { cancellationReasons, retryOnConflict } from '#functions/aws/retry.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { ABSENT, addition, assignment, type Condition, putInput } from '#functions/aws/table/write-items.ts';
import { dayOf } from '#functions/base/day.ts';
import { seconds } from '#functions/base/seconds.ts';
import { additionWrite, shardOf } from '#functions/counters/index.ts';
import { OTHER } from './groups.ts';
import { arrivalsPartitions, liveArrivals, STATISTICS_KEPT_MS, VIDEO_ARRIVALS } from './statistics.item.ts';

/** Longer than a broadcast, and than the day in which a viewer of a video counts once. */
const MARK_KEPT_MS = 2 * DAY_MS;
/** Names of a shard, which a client could make up. */
const MAX_NAMES = 60;

const FAILED = 'ConditionalCheckFailed';

interface Arrival extends ViewerOrigin {
  /** A pseudonym. */
  readonly viewer: string;
  /** How many viewers this one stands for. */
  readonly weight: number;
}

/** Adds a viewer of the broadcast that began at `startMs`. A repeated call adds nothing. */
export async function addLiveArrival(
  table: Table,
  channelId: string,
  arrival: Arrival & { readonly startMs: number },
  nowMs: number,
): Promise<void> {
  const { viewer, startMs, weight } = arrival;
  const pk = arrivalsPartitions(channelId)[shardOf(viewer)]!;
  const mark = { pk, sk: `VIEWER#${startMs}#${viewer}`, expires_at: seconds(nowMs + MARK_KEPT_MS) };
  const item = { pk, sk: liveArrivals(startMs) };
  const update = (origin: ViewerOrigin) =>
    shardUpdate(table, item, { sums: { ...countsOf(origin, weight), viewers: weight }, origin }, nowMs);
  await writeNamed(table, [{ Put: putInput(table, mark, ABSENT) }], update, arrival);
}

export interface Played {
  readonly viewer: string;
  /** A bit for each hundredth of the video. */
  readonly steps: bigint;
  readonly origin: ViewerOrigin;
}

const ATTEMPTS = 3;
/** Like views: `videos/table/views.repository.ts`. */
const FOLD_AFTER_MS = MINUTE_MS;

/** Adds the hundredths of a video that a viewer has played. Those of the same day that were added before count once. */
export async function addPlayed(table: Table, videoId: string, played: Played, nowMs: number): Promise<void> {
  const pk = arrivalsPartitions(videoId)[shardOf(played.viewer)]!;
  const mark = { pk, sk: `VIEWER#${dayOf(nowMs)}#${played.viewer}` };
  // Two pages of the same viewer may send at once.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
    if (await tryPlayed(table, { videoId, mark, played, nowMs })) return;
}

interface PlayedWrite {
  readonly videoId: string;
  readonly mark: { readonly pk: string; readonly sk: string };
  readonly played: Played;
  readonly nowMs: number;
}

/** False if the mark has changed meanwhile. */
async function tryPlayed(table: Table, { videoId, mark, played, nowMs }: PlayedWrite): Promise<boolean> {
  const { viewer, steps, origin } = played;
  const stored = await getItem<{ readonly steps: string }>(table, mark);
  const known = stored ? BigInt(`0x${stored.steps}`) : 0n;
  const more = stepsIn(steps & ~known);
  if (stored && more.length === 0) return true;
  const attributes = { steps: (known | steps).toString(16), expires_at: seconds(nowMs + MARK_KEPT_MS) };
  const isUnchanged = stored ? { if: 'steps = :known', values: { ':known': stored.steps } } : ABSENT;
  const counted = {
    subject: `VIDEO#${videoId}`,
    person: viewer,
    name: 'steps',
    amount: more.length,
    dueMs: nowMs + FOLD_AFTER_MS,
  } as const;
  const writes = [
    { Update: assignment(table, mark, attributes, isUnchanged) },
    ...(more.length > 0 ? [additionWrite(table, counted)] : []),
  ];
  const ofSteps = Object.fromEntries(more.map((step) => [`p${step}`, 1]));
  const item = { pk: mark.pk, sk: VIDEO_ARRIVALS };
  const update = (named: ViewerOrigin) =>
    stored
      ? shardUpdate(table, item, { sums: ofSteps }, nowMs)
      : shardUpdate(
          table,
          item,
          { sums: { ...ofSteps, ...countsOf(named, 1), viewers: 1 }, origin: named },
          nowMs,
        );
  return writeNamed(table, writes, update, origin);
}

const stepsIn = (bits: bigint): number[] =>
  Array.from({ length: VIDEO_STEPS }, (_, step) => step).filter((step) => (bits >> BigInt(step)) & 1n);

const countsOf = ({ source, language }: ViewerOrigin, weight: number) => ({
  [`from_${source}`]: weight,
  [`in_${language}`]: weight,
});

/** Names are stored in a set as well, so that a condition can limit their number. */
function shardUpdate(
  table: Table,
  key: { readonly pk: string; readonly sk: string },
  { sums, origin }: { readonly sums: Readonly<Record<string, number>>; readonly origin?: ViewerOrigin },
  nowMs: number,
): Write {
  const names = origin && new Set(Object.values(origin).filter((name) => name !== OTHER));
  const isNamed = names !== undefined && names.size > 0;
  const added = { ...sums, ...(isNamed && { origins: names }) };
  const condition = isNamed ? hasRoomFor([...names]) : {};
  const expires_at = seconds(nowMs + STATISTICS_KEPT_MS);
  return { Update: addition(table, key, added, condition, { expires_at }) };
}

const hasRoomFor = (names: readonly string[]): Condition => {
  const known = names.map((_, at) => `contains(origins, :n${at})`).join(' AND ');
  return {
    if: `attribute_not_exists(origins) OR size(origins) < :most OR (${known})`,
    values: { ':most': MAX_NAMES, ...Object.fromEntries(names.map((name, at) => [`:n${at}`, name])) },
  };
};

/**
 * Writes with the names of the origin; where the shard has too many, with others. False if the condition of one of the other
 * writes fails.
 */
async function writeNamed(
  table: Table,
  writes: readonly Write[],
  update: (origin: ViewerOrigin) => Write,
  origin: ViewerOrigin,
): Promise<boolean> {
  for (const named of [origin, { source: OTHER, language: OTHER }]) {
    const TransactItems = [...writes, update(named)];
    try {
      await retryOnConflict(() => table.client.send(new TransactWriteCommand({ TransactItems })));
      return true;
    } catch (error) {
      const reasons = cancellationReasons(error);
      if (!reasons.includes(FAILED)) throw error;
      if (reasons.slice(0, writes.length).includes(FAILED)) return false;
    }
  }
  return true;
}

export interface Arrivals {
  readonly viewers: number;
  readonly sources: Readonly<Record<string, number>>;
  readonly languages: Readonly<Record<string, number>>;
  /** How many viewers have played each hundredth of a video. */
  readonly steps: readonly number[];
}

/** `of`: the start of a broadcast of the channel, or the video. Eventually consistent. */
export async function readArrivals(
  table: Table,
  id: string,
  of: { readonly startMs: number } | 'video',
): Promise<Arrivals> {
  const sk = of === 'video' ? VIDEO_ARRIVALS : liveArrivals(of.startMs);
  const shards = await getMany(
    table,
    arrivalsPartitions(id).map((pk) => ({ pk, sk })),
  );
  const sums = new Map<string, number>();
  for (const [name, value] of shards.flatMap(Object.entries))
    if (typeof value === 'number') sums.set(name, (sums.get(name) ?? 0) + value);
  const named = (prefix: string) =>
    Object.fromEntries(
      [...sums].flatMap(([name, sum]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), sum]] : [])),
    );
  return {
    viewers: sums.get('viewers') ?? 0,
    sources: named('from_'),
    languages: named('in_'),
    steps: Array.from({ length: VIDEO_STEPS }, (_, step) => sums.get(`p${step}`) ?? 0),
  };
}
