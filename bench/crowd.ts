import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pass } from '../shared/people/passes.ts';
import { channelTopic } from '../shared/plain/topics.ts';
import type { Realtime } from '../shared/live/realtime.ts';
import { goLiveDirect, segmentsOfSmall } from '../test/support/api/broadcast/direct-client.ts';
import { aPerson, type Person } from '../test/support/site/people.ts';
import { crowdOf, writeSteadily } from './chat/crowd.ts';
import { percentileOf } from './chat/histogram.ts';
import type { ListenerReport, Listening } from './chat/listeners.program.ts';
import { stamped } from './chat/said.ts';
import type { Answers, BareReady } from './crowd/bare.program.ts';
import { mostASecond, originReads, type OriginReads } from './crowd/origin-reads.ts';
import { listedIn, pageReads } from './crowd/page-reads.ts';
import type { Got, Watching } from './crowd/viewers.program.ts';
import { buildWeb } from './site/built-web.ts';
import { startSiteProgram } from './site/running-site.ts';
import { processorTime } from './support/processor-time.ts';
import { startScript, type Tethered } from './support/programs.ts';
import { printColumns, printTable, type Row } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const VIEWERS = Number(process.env['BENCH_VIEWERS'] || 1000);
const LENGTH_S = Number(process.env['BENCH_CROWD_S'] || 60);
const RAMP_S = 15;
const MESSAGES_A_SECOND = 5;
/** Before the first viewer and after the last. */
const SPARE_S = 60;
const MAX_P99_MS = 250;
const MAX_READS_A_SECOND = 2;

interface Measured {
  readonly got: Got;
  /** Of the server's processor, for each second. */
  readonly processorS: number;
}

interface Ours extends Measured {
  readonly received: ListenerReport;
  readonly most: { readonly route: string; readonly perSecond: number };
  /** What the same pages are answered, for the peer. */
  readonly answers: Answers;
  readonly watching: Omit<Watching, 'url'>;
}

/** A live channel with a crowd before it: what each page asks for, and what of it reaches the Lambdas. */
export async function measureCrowd(): Promise<void> {
  const folder = temporaryFolder();
  const ours = await measureFanfare(folder);
  const bare = await measureBare(folder, ours);
  printTable(`${VIEWERS} viewers of a live channel, ${LENGTH_S} s`, 'bare', rowsOf(ours, bare));
  const { asked, missed, addresses } = ours.got.segments;
  printColumns('Besides, of Fanfare', [
    ['segments handed out, and how many there were', `${asked}`, `${addresses}`],
    ['… not by the edge itself, or waited for', `${missed}`],
    ['what was asked of a Lambda most', ours.most.route],
  ]);
}

async function measureFanfare(folder: string): Promise<Ours> {
  await using started = new AsyncDisposableStack();
  const site = await startSiteProgram(join(folder, 'site'), await buildWeb(folder));
  started.defer(async () => void (await site.end()));
  const streamer = await aPerson(site.url, 'GaleForce');
  const write = await crowdOf(site.url, streamer.id, MESSAGES_A_SECOND);
  const segments = await segmentsOfSmall(RAMP_S + LENGTH_S + SPARE_S);
  const live = await goLiveDirect({ url: () => site.url, person: streamer, segments });
  started.defer(() => live.end());
  const playlist = await untilListed(site.url, `/api/browser-stream/${live.streamId}/live.m3u8`);
  const watching = { username: 'GaleForce', channelId: streamer.id, playlist };
  const crowd = { ...watching, viewers: VIEWERS, rampS: RAMP_S, lengthS: LENGTH_S };
  const listeners = await startListeners(streamer);
  let before: OriginReads = new Map();
  const measured = await measure({ url: site.url, ...crowd }, site.pid, async () => {
    before = originReads(site.dataDir);
    const pace = { perSecond: MESSAGES_A_SECOND, lengthS: LENGTH_S };
    for (const failure of await writeSteadily(pace, stamped, write)) throw failure;
  });
  const most = mostASecond(before, originReads(site.dataDir), LENGTH_S);
  const received = JSON.parse((await listeners.end()).trimEnd().split('\n').at(-1) ?? '') as ListenerReport;
  const answers = await answersOf(site.url, streamer, playlist);
  return { ...measured, received: received, most, answers, watching: crowd };
}

async function startListeners(streamer: Person): Promise<Tethered> {
  const { endpoint } = (await streamer.call('GET', '/realtime')) as Realtime;
  const { pass } = (await streamer.call('POST', `/passes/channel/${streamer.id}`)) as Pass;
  const listening: Listening = {
    url: endpoint,
    pass,
    topic: channelTopic(streamer.id),
    listeners: VIEWERS,
    messages: MESSAGES_A_SECOND * LENGTH_S,
  };
  const program = join(import.meta.dirname, 'chat/listeners.program.ts');
  const listeners = startScript(program, [JSON.stringify(listening)]);
  await listeners.firstLine();
  return listeners;
}

async function measureBare(folder: string, { answers, watching }: Ours): Promise<Measured> {
  const file = join(folder, 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  const program = startScript(join(import.meta.dirname, 'crowd/bare.program.ts'), [file]);
  const { url } = await program.firstLine<BareReady>();
  const measured = await measure({ url, ...watching }, program.pid, () => sleep(LENGTH_S * 1000));
  await program.end();
  return measured;
}

/** `work` lasts as long as is measured. */
async function measure(watching: Watching, pid: number, work: () => Promise<unknown>): Promise<Measured> {
  const program = join(import.meta.dirname, 'crowd/viewers.program.ts');
  const viewers = startScript(program, [JSON.stringify(watching)]);
  await viewers.firstLine();
  const beforeS = processorTime(pid).allS;
  await work();
  const processorS = (processorTime(pid).allS - beforeS) / LENGTH_S;
  const printed = await viewers.end();
  return { got: JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '') as Got, processorS };
}

/** The playlist of the rendition of a broadcast, once there is something in it. */
async function untilListed(url: string, multivariant: string): Promise<string> {
  for (;;) {
    const listed = await (await fetch(url + multivariant)).text();
    if (listed.includes('.m3u8')) {
      const [playlist] = listedIn(listed, multivariant);
      if ((await (await fetch(url + playlist)).text()).includes('#EXTINF')) return playlist;
    }
    await sleep(500);
  }
}

/** What a page is answered at this moment. */
async function answersOf(url: string, streamer: Person, playlist: string): Promise<Answers> {
  const answers: Record<string, Answers[string]> = {};
  const keep = async (method: string, address: string, body?: object) => {
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity' };
    const response = await fetch(url + address, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? '';
    answers[`${method} ${address}`] = { type, base64: bytes.toString('base64') };
    return String(bytes);
  };
  for (const address of pageReads(streamer.username, streamer.id)) await keep('GET', address);
  await keep('GET', listedIn(await keep('GET', playlist), playlist).at(-1)!);
  const { pass } = JSON.parse(await keep('POST', `/api/passes/channel/${streamer.id}`)) as Pass;
  await keep('POST', `/api/presence/${streamer.id}`, { pass });
  return answers;
}

function rowsOf(ours: Ours, bare: Measured): Row[] {
  const msOf = ({ got }: Measured, fraction: number) => percentileOf(got.took, fraction) / 10;
  const took = (what: string, fraction: number): Row => {
    const [mine, other] = [msOf(ours, fraction), msOf(bare, fraction)];
    return { what, ours: `${mine} ms`, peer: `${other} ms`, ratio: mine / other };
  };
  const p99Ms = msOf(ours, 0.99);
  const { perSecond } = ours.most;
  const { missing, repeated } = ours.received;
  for (const { got } of [ours, bare]) for (const failure of got.failures) console.error(failure);
  const gets = ({ got }: Measured) => got.took.reduce((sum, count) => sum + count, 0) / LENGTH_S;
  return [
    { what: 'GETs a second', ours: gets(ours).toFixed(0), peer: gets(bare).toFixed(0) },
    took('a GET: half of them', 0.5),
    { ...took('… 99 of 100', 0.99), budget: { text: `≤ ${MAX_P99_MS} ms`, met: p99Ms <= MAX_P99_MS } },
    took('… the longest', 1),
    {
      what: 'failures',
      ours: `${ours.got.failures.length}`,
      peer: `${bare.got.failures.length}`,
      budget: { text: 'none', met: ours.got.failures.length === 0 },
    },
    {
      what: 'reads of an address that reach a Lambda, a second, at most',
      ours: perSecond.toFixed(2),
      peer: '',
      budget: { text: `≤ ${MAX_READS_A_SECOND}`, met: perSecond <= MAX_READS_A_SECOND },
    },
    {
      what: 'chat messages that a listener missed, or had again',
      ours: `${missing}, ${repeated}`,
      peer: '',
      budget: { text: 'none', met: missing + repeated === 0 },
    },
    {
      what: 'processor, s a second',
      ours: `${ours.processorS.toFixed(3)} s`,
      peer: `${bare.processorS.toFixed(3)} s`,
      ratio: ours.processorS / bare.processorS,
    },
  ];
}
