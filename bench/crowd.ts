import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pass } from '#shared/people/passes.ts';
import { SLOT_MS } from '#shared/plain/live/poll-slot.ts';
import { goLiveDirect, segmentsOfSmall } from '#test/support/api/broadcast/direct-client.ts';
import { aPerson, type Person } from '#test/support/site/people.ts';
import { crowdOf, writeSteadily, type Write } from './chat/crowd.ts';
import { channelOf, startListeners } from './chat/listeners.ts';
import type { ListenerReport } from './chat/listeners.program.ts';
import { withTimestamp } from './chat/messages.ts';
import type { Answers } from './crowd/bare.program.ts';
import { mostASecond, originReads, type OriginReads } from './crowd/origin-reads.ts';
import { listedIn, pageReads } from './crowd/page-reads.ts';
import { note, summariesOf, type RouteSummary, type RouteTimes } from './crowd/route-times.ts';
import type { ReceivedCounts, Watching } from './crowd/viewers.program.ts';
import { buildWeb } from './site/built-web.ts';
import { startSiteProgram } from './site/running-site.ts';
import type { BareReady } from './support/bare-server.ts';
import { processorTime } from './support/processor-time.ts';
import { startScript } from './support/programs.ts';
import { printColumns, printTable, type Row } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const VIEWERS = Number(process.env['BENCH_VIEWERS'] || 1000);
const LENGTH_S = Number(process.env['BENCH_CROWD_S'] || 60);
const RAMP_S = 15;
const MESSAGES_A_SECOND = 5;
/** Before the first viewer and after the last. */
const SPARE_S = 60;
const MAX_P99_MS = 250;
const MAX_CHAT_P99_MS = 300;
const MAX_READS_A_SECOND = 2;
/** One per slot of a playlist, which players request most. */
const IDEAL_READS_A_SECOND = 1000 / SLOT_MS;

interface Measured {
  readonly got: ReceivedCounts;
  /** Processor time of the server per second. */
  readonly processorS: number;
}

interface Ours extends Measured {
  readonly received: ListenerReport;
  readonly most: { readonly route: string; readonly perSecond: number };
  /** Responses to the same pages, for the peer. */
  readonly answers: Answers;
  readonly watching: Omit<Watching, 'url'>;
}

/** A live channel with many viewers: the response times of each page's requests, and how many reach the Lambdas. */
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
  const messages = MESSAGES_A_SECOND * LENGTH_S;
  const reportOfListeners = await startListeners({
    ...(await channelOf(streamer)),
    listeners: VIEWERS,
    messages,
  });
  let before: OriginReads = new Map();
  const measured = await measure({ url: site.url, ...crowd }, site.pid, write, () => {
    before = originReads(site.dataDir);
  });
  const most = mostASecond(before, originReads(site.dataDir), LENGTH_S);
  const received = await reportOfListeners();
  const answers = await answersOf(site.url, streamer, playlist);
  return { ...measured, received, most, answers, watching: crowd };
}

async function measureBare(folder: string, { answers, watching }: Ours): Promise<Measured> {
  const file = join(folder, 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  const program = startScript(join(import.meta.dirname, 'crowd/bare.program.ts'), [file]);
  const { url } = await program.firstLine<BareReady>();
  const write: Write = async () =>
    void (await (await fetch(`${url}/api/chat/${watching.channelId}`, { method: 'POST' })).arrayBuffer());
  const measured = await measure({ url, ...watching }, program.pid, write);
  await program.end();
  return measured;
}

/** During chat messages; `onBegin` is called when all viewers have arrived. */
async function measure(
  watching: Watching,
  pid: number,
  write: Write,
  onBegin: () => void = () => {},
): Promise<Measured> {
  const program = join(import.meta.dirname, 'crowd/viewers.program.ts');
  const viewers = startScript(program, [JSON.stringify(watching)]);
  await viewers.firstLine();
  onBegin();
  const beforeS = processorTime(pid).allS;
  const times: RouteTimes = {};
  const timed: Write = async (n, words) => {
    const startedMs = performance.now();
    await write(n, words);
    note(times, 'POST chat', performance.now() - startedMs);
  };
  const refused = await writeSteadily(
    { perSecond: MESSAGES_A_SECOND, lengthS: LENGTH_S },
    withTimestamp,
    timed,
  );
  const processorS = (processorTime(pid).allS - beforeS) / LENGTH_S;
  const got = await viewers.report<ReceivedCounts>();
  const routes = { ...got.routes, ...summariesOf(times) };
  return { got: { ...got, routes, failures: [...got.failures, ...refused.map(String)] }, processorS };
}

/** Returns the playlist of a broadcast's rendition once it contains a segment. */
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

/** Returns the current responses to a page's requests. */
async function answersOf(url: string, streamer: Person, playlist: string): Promise<Answers> {
  const answers: Record<string, Answers[string]> = {};
  const keep = async (method: string, address: string, body?: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      ...(token && { authorization: `Bearer ${token}` }),
    };
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
  await keep('POST', `/api/chat/${streamer.id}`, { message: 'Good night' }, streamer.token);
  return answers;
}

function rowsOf(ours: Ours, bare: Measured): Row[] {
  const { perSecond } = ours.most;
  const { missing, repeated } = ours.received;
  for (const { got } of [ours, bare]) for (const failure of got.failures.slice(0, 10)) console.error(failure);
  return [
    ...Object.keys(ours.got.routes)
      .toSorted()
      .map((route) => rowOf(route, ours.got.routes[route]!, bare.got.routes[route]!)),
    {
      what: 'failures',
      ours: `${ours.got.failures.length}`,
      peer: `${bare.got.failures.length}`,
      budget: { text: 'none', met: ours.got.failures.length === 0 },
    },
    {
      what: 'reads of an address that reach a Lambda, a second, at most',
      ours: perSecond.toFixed(2),
      peer: `${IDEAL_READS_A_SECOND.toFixed(2)}, one for each slot`,
      ratio: perSecond / IDEAL_READS_A_SECOND,
      budget: { text: `≤ ${MAX_READS_A_SECOND}`, met: perSecond <= MAX_READS_A_SECOND },
    },
    {
      what: 'chat messages that a listener missed or received twice',
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

/** The ratio is that of the 99th percentile. */
function rowOf(route: string, ours: RouteSummary, bare: RouteSummary): Row {
  const all = ({ medianMs, p90Ms, p99Ms, longestMs }: RouteSummary) =>
    [medianMs, p90Ms, p99Ms, longestMs].map((ms) => ms.toFixed(1)).join(', ');
  const maxMs = route === 'POST chat' ? MAX_CHAT_P99_MS : MAX_P99_MS;
  return {
    what: `${route}, ${ours.count} times: median, p90, p99, longest, ms`,
    ours: all(ours),
    peer: all(bare),
    ratio: ours.p99Ms / bare.p99Ms,
    budget: { text: `p99 ≤ ${maxMs}`, met: ours.p99Ms <= maxMs },
  };
}
