import { join } from 'node:path';
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { openTable, type Table } from '#functions/aws/table/table.ts';
import { broadcastsRepository } from '#functions/browser-stream/table/broadcasts.repository.ts';
import { presenceRepository } from '#functions/presence/presence.repository.ts';
import { windowAt } from '#functions/presence/presence-sampling.ts';
import { liveChannels } from '#functions/channels/table/live-channels.repository.ts';
import { partOf, partsFor, TICK_PART, type TickPart } from '#functions/tick-parts.ts';
import { startLambda } from '#infra/local/lambdas/lambda-runner.ts';
import { aBroadcast, MANY_SLOTS } from '#test/support/api/broadcast/camera-rows.ts';
import { segmentRow } from '#test/support/api/broadcast/segment-rows.ts';
import { seedChannels } from '#test/support/api/table/seed-channels.ts';
import { createLambdaCounter } from './counted/lambda-counter.ts';
import type { Tally } from './counted/tally.ts';
import { makeBundles } from './lambda-start/bundles.ts';
import { startStage } from './lambda-start/stage.ts';
import { printColumns, printTable, type Row } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** Set by `BENCH_BROADCASTS`. */
const BROADCASTS = Number(process.env['BENCH_BROADCASTS'] || 1000);
const VIEWERS = 3;
const SEGMENTS = 60;
/** Approximate latency of DynamoDB in the same region. */
const TABLE_DELAY_MS = 5;
/** Timeout of the `events` Lambda: `infra/cloud/functions/handler-functions.ts`. */
const TIMEOUT_S = 60;
/** Share of a core with 1,024 MB. Source: AWS Lambda Developer Guide, "Configure Lambda function memory". */
const LAMBDA_CORE = 1024 / 1769;
const PARTS = partsFor(BROADCASTS);

/**
 * The minute's tick of the `events` Lambda with so many direct broadcasts, each with new viewers: one of the
 * invocations into which it is split.
 */
export async function measureTick(): Promise<void> {
  const folder = temporaryFolder();
  const { accounts } = await makeBundles(join(folder, 'bundles'));
  const stage = await startStage(folder, accounts);
  try {
    const environment = stage.environment('events');
    Object.assign(process.env, environment);
    const table = openTable(process.env['TABLE_NAME'] ?? '');
    await goLive(table, BROADCASTS);
    const tick = await readTick(table);
    printSegments(await segmentUnits(table));
    const entry = (path: string) => new URL(path, import.meta.url).href;
    const bare = await counted(folder, environment, entry('tick/bare.lambda.ts'), tick);
    await watch(table, tick.live);
    const ours = await counted(folder, environment, entry('../functions/events.lambda.ts'), tick);
    printTable(
      `The minute's tick with ${BROADCASTS.toLocaleString('en')} direct broadcasts: one of ${PARTS} invocations; ${TABLE_DELAY_MS} ms per request to the table`,
      '2 reads, 1 write each',
      rows(ours, bare),
    );
  } finally {
    await stage.close();
  }
}

async function goLive(table: Table, count: number): Promise<void> {
  const broadcasts = broadcastsRepository(table);
  const ids = (await seedChannels(table, count)).map(({ id }) => id);
  for (const channelId of ids) {
    const broadcast = aBroadcast(channelId, { way: 'direct', startedAtMs: Date.now() - 60_000 });
    await broadcasts.start(broadcast, MANY_SLOTS);
    await broadcasts.setReceiving(broadcast);
    // They arrive later, so that no broadcast is silent at the tick.
    const arrives = () => Date.now() + 600_000;
    for (const seq of [0, 1])
      await broadcasts.addSegment(broadcast.id, segmentRow(seq), arrives, { targetDurationS: 1 });
  }
}

type Work = NonNullable<TickPart['work']>;

/** Reads what the tick reads for its first part. */
async function readTick(table: Table): Promise<Omit<Work, 'readAtMs'>> {
  const isFirst = (id: string): boolean => partOf(id, PARTS) === 0;
  const live = (await liveChannels(table)).filter(({ id }) => isFirst(id));
  const broadcasts = (await broadcastsRepository(table).listActive()).filter(isFirst);
  return {
    live: live.map(({ id, viewers }) => ({ id, viewers })),
    streams: [],
    broadcasts,
    ivs: [],
    cameraSlots: 0,
  };
}

async function watch(table: Table, channels: Work['live']): Promise<void> {
  const { add } = presenceRepository(table);
  const report = { window: windowAt(Date.now()), reportEvery: 1, weight: 1 };
  for (const { id } of channels)
    for (let viewer = 0; viewer < VIEWERS; viewer += 1)
      await add(id, { ...report, viewer: `viewer-${viewer}` });
}

interface Measured {
  readonly tally: Tally;
  readonly tookS: number;
}

async function counted(
  folder: string,
  environment: Readonly<Record<string, string>>,
  handler: string,
  tick: Omit<Work, 'readAtMs'>,
): Promise<Measured> {
  const counter = createLambdaCounter();
  const lambda = await startLambda({
    name: 'events',
    entry: counter.entryOf(handler, { tableDelayMs: String(TABLE_DELAY_MS) }),
    environment,
    timeoutMs: 10 * 60_000,
    logDir: folder,
  });
  try {
    const startedMs = performance.now();
    const detail: TickPart = { part: 0, of: PARTS, work: { ...tick, readAtMs: Date.now() } };
    await lambda.invoke({ 'detail-type': TICK_PART, detail });
    const tookS = (performance.now() - startedMs) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { tally: counter.now(), tookS };
  } finally {
    await lambda.close();
    counter.close();
  }
}

function rows(ours: Measured, bare: Measured): Row[] {
  const row = (what: string, figure: (measured: Measured) => number, unit: string): Row => {
    const [one, other] = [figure(ours), figure(bare)];
    return {
      what,
      ours: `${one.toFixed(1)} ${unit}`,
      peer: `${other.toFixed(1)} ${unit}`,
      ratio: one / other,
    };
  };
  const tallied = (name: string) => (measured: Measured) => measured.tally[name] ?? 0;
  const cpuS = (measured: Measured) => tallied('processor seconds work')(measured) / LAMBDA_CORE;
  const budget = { text: `< ${TIMEOUT_S / 2} s`, met: ours.tookS < TIMEOUT_S / 2 };
  return [
    { ...row('duration', ({ tookS }) => tookS, 's'), budget },
    row('processor time of a Lambda of 1,024 MB', cpuS, 's'),
    row('heap', tallied('heap MB work'), 'MB'),
    row('read units', tallied('read work'), ''),
    row('written units', tallied('written work'), ''),
  ];
}

/**
 * Returns units written per second of a direct broadcast, without and in indexes, whose partitions all broadcasts
 * share.
 */
async function segmentUnits(table: Table): Promise<{ readonly all: number; readonly ofIndexes: number }> {
  const units = { all: 0, ofIndexes: 0 };
  table.client.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'INDEXES' });
      const result = await next(args);
      const { ConsumedCapacity } = result.output as {
        ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
      };
      for (const { CapacityUnits = 0, GlobalSecondaryIndexes = {} } of [ConsumedCapacity ?? []].flat()) {
        units.all += CapacityUnits;
        for (const index of Object.values(GlobalSecondaryIndexes))
          units.ofIndexes += index.CapacityUnits ?? 0;
      }
      return result;
    },
    { step: 'initialize' },
  );
  const [channel] = await seedChannels(table, 1);
  const broadcasts = broadcastsRepository(table);
  const broadcast = aBroadcast(channel!.id, { way: 'direct' });
  await broadcasts.start(broadcast, MANY_SLOTS);
  const before = { ...units };
  for (let seq = 0; seq < SEGMENTS; seq += 1)
    await broadcasts.addSegment(broadcast.id, segmentRow(seq), Date.now, { targetDurationS: 1 });
  const each = (after: number, earlier: number): number => (after - earlier) / SEGMENTS;
  return { all: each(units.all, before.all), ofIndexes: each(units.ofIndexes, before.ofIndexes) };
}

function printSegments({ all, ofIndexes }: Awaited<ReturnType<typeof segmentUnits>>): void {
  const row = (what: string, units: number, most: number): string[] => [
    what,
    `${Math.round(units * BROADCASTS)}`,
    `${most}`,
  ];
  printColumns(
    `Written units a second of the segments of ${BROADCASTS.toLocaleString('en')} direct broadcasts`,
    [
      ['', 'units', 'quota'],
      row('the table', all, 4000),
      row('partitions of indexes, which all broadcasts share', ofIndexes, 1000),
    ],
  );
}
