import { join } from 'node:path';
import { aPerson } from '#test/support/site/people.ts';
import { crowdOf, writeSteadily, type Write } from './chat/crowd.ts';
import { channelOf, startListeners, type MessageSource } from './chat/listeners.ts';
import type { ListenerReport } from './chat/listeners.program.ts';
import { percentileOf } from './chat/histogram.ts';
import { withTimestamp, wordsOf } from './chat/messages.ts';
import { unitsOfMessages } from './chat/units.ts';
import type { BareReady } from './support/bare-server.ts';
import { processorTime } from './support/processor-time.ts';
import { startScript } from './support/programs.ts';
import { startSiteProgram } from './site/running-site.ts';
import { printColumns, printTable, type Row } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const LISTENERS = Number(process.env['BENCH_LISTENERS'] || 1000);
const PER_SECOND = Number(process.env['BENCH_MESSAGES_A_SECOND'] || 50);
const LENGTH_S = Number(process.env['BENCH_CHAT_S'] || 60);
/** Warm-up before the measurement, in which code is compiled and connections are opened. */
const WARM_UP_S = 5;
const MAX_P99_MS = 1000;
const MB = 1_000_000;

interface Measured {
  readonly received: ListenerReport;
  /** Why messages were refused. */
  readonly failures: readonly unknown[];
  /** Processor time of the servers per second of writing. */
  readonly processorS: number;
}

/** From posting a message to all listeners, next to a minimal baseline; and the table's units per message. */
export async function measureChat(): Promise<void> {
  const folder = temporaryFolder();
  const { memoryBytes, ...ours } = await measureFanfare(join(folder, 'crowd'));
  const bare = await measureBare();
  const heading = `${PER_SECOND} messages a second to ${LISTENERS} listeners, ${LENGTH_S} s`;
  printTable(heading, 'bare', rowsOf(ours, bare));
  printColumns('Besides, of Fanfare', [
    ['the site has grown by', `${(memoryBytes / MB).toFixed(0)} MB`],
    ['deliveries to each listener, a second', perListener(ours.received.deliveries).toFixed(2)],
    ['kB of each', (ours.received.bytes / ours.received.deliveries / 1000).toFixed(2)],
  ]);
  printColumns('DynamoDB: units of a message', await unitsOfMessages(join(folder, 'units')));
}

async function measureFanfare(folder: string): Promise<Measured & { readonly memoryBytes: number }> {
  const site = await startSiteProgram(folder);
  const streamer = await aPerson(site.url, 'GaleForce');
  const write = await crowdOf(site.url, streamer.id, PER_SECOND);
  const measured = await measure(await channelOf(streamer), write, site.pid);
  const { peakMemoryBytes } = await site.end();
  return { ...measured, memoryBytes: peakMemoryBytes - site.memoryBytes };
}

async function measureBare(): Promise<Measured> {
  const program = startScript(join(import.meta.dirname, 'chat/bare.program.ts'), []);
  const { url } = await program.firstLine<BareReady>();
  const headers = { 'content-type': 'application/json' };
  const write: Write = async (_n, message) => {
    await (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ message }) })).arrayBuffer();
  };
  const realtime = `${url.replace(/^http/, 'ws')}/event`;
  const measured = await measure(
    { url: realtime, pass: 'none', topic: '/channels/bare' },
    write,
    program.pid,
  );
  await program.end();
  return measured;
}

async function measure(where: MessageSource, write: Write, pid: number): Promise<Measured> {
  const messages = PER_SECOND * LENGTH_S;
  const reportOfListeners = await startListeners({ ...where, listeners: LISTENERS, messages });
  await writeSteadily({ perSecond: PER_SECOND, lengthS: WARM_UP_S }, wordsOf, write);
  const beforeS = processorTime(pid).allS;
  const failures = await writeSteadily({ perSecond: PER_SECOND, lengthS: LENGTH_S }, withTimestamp, write);
  if (failures.length > 0) console.error(failures[0]);
  const processorS = (processorTime(pid).allS - beforeS) / LENGTH_S;
  return { received: await reportOfListeners(), processorS, failures };
}

function rowsOf(ours: Measured, bare: Measured): Row[] {
  const took = (what: string, fraction: number): Row => {
    const [mine, other] = [ours, bare].map(({ received }) => percentileOf(received.tookMs, fraction)) as [
      number,
      number,
    ];
    return { what, ours: `${mine} ms`, peer: `${other} ms`, ratio: mine / other };
  };
  const counted = (what: string, count: (measured: Measured) => number): Row => ({
    what,
    ours: `${count(ours)}`,
    peer: `${count(bare)}`,
    budget: { text: 'none', met: count(ours) === 0 },
  });
  const p99Ms = percentileOf(ours.received.tookMs, 0.99);
  return [
    took('from the POST to a listener: half of them', 0.5),
    {
      ...took('… 99 of 100', 0.99),
      budget: { text: `≤ ${MAX_P99_MS} ms`, met: p99Ms <= MAX_P99_MS },
    },
    took('… the longest', 1),
    counted('messages that were refused', ({ failures }) => failures.length),
    counted('messages that a listener missed', ({ received }) => received.missing),
    counted('messages that were received twice', ({ received }) => received.repeated),
    {
      what: 'processor, s a second',
      ours: `${ours.processorS.toFixed(3)} s`,
      peer: `${bare.processorS.toFixed(3)} s`,
      ratio: ours.processorS / bare.processorS,
    },
  ];
}

const perListener = (count: number): number => count / LISTENERS / (LENGTH_S + WARM_UP_S);
