import { join } from 'node:path';
import { writeBigFile } from '#test/support/media/big-file.ts';
import { printTable, type Row } from './support/table.ts';
import { median, spread } from './support/statistics.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { bareTranscode, makeClip } from './videos/bare-ffmpeg.ts';
import { bareUpload } from './videos/bare-upload.ts';
import { publish, type Publishing } from './videos/publish.ts';
import { startVideoSite, type VideoSite } from './videos/site.ts';
import { upload } from './videos/upload.ts';

const TRANSCODE_ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const LONG_CLIP_S = 30;
const SHORT_CLIP_S = 10;
const MAX_TRANSCODE_RATIO = 1.15;
const UPLOAD_ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const UPLOAD_BYTES = 300_000_000;
const MIN_THROUGHPUT_RATIO = 0.8;
const MAX_MEMORY_GROWTH_BYTES = 200_000_000;
const MB = 1_000_000;

/**
 * From a file to a playable video: transcoding next to one ffmpeg command that creates the same renditions, and
 * uploading next to the SDK's multipart client on the same S3; alternating.
 */
export async function measureVideos(): Promise<void> {
  const folder = temporaryFolder();
  await measureTranscoding(folder);
  await measureUploads(folder);
}

async function measureTranscoding(folder: string): Promise<void> {
  const site = await startVideoSite(join(folder, 'transcoding'));
  const long = await transcodeByTurns(site, folder, LONG_CLIP_S);
  const short = await transcodeByTurns(site, folder, SHORT_CLIP_S);
  await site.end();
  const ready = rowOf(`publish to ready, ${LONG_CLIP_S} s`, long, ({ readyMs }) => readyMs);
  const met = ready.ratio <= MAX_TRANSCODE_RATIO;
  printTable(
    `Transcoding 720p30 into 720p, 480p, 360p: median of ${TRANSCODE_ROUNDS} (middle half)`,
    'ffmpeg',
    [
      { ...ready, budget: { text: `≤ ${MAX_TRANSCODE_RATIO}×`, met } },
      rowOf(`publish to playable, ${SHORT_CLIP_S} s`, short, ({ playableMs }) => playableMs),
    ],
  );
}

interface Transcodings {
  readonly ours: Publishing[];
  readonly peerMs: number[];
}

async function transcodeByTurns(site: VideoSite, folder: string, seconds: number): Promise<Transcodings> {
  const clip = join(folder, `clip-${seconds}.mp4`);
  await makeClip(clip, seconds);
  const transcodings: Transcodings = { ours: [], peerMs: [] };
  const turns = [
    async () => transcodings.ours.push(await publish(site, clip)),
    async () => transcodings.peerMs.push(await bareTranscode(clip, join(folder, 'ladder'))),
  ];
  for (let round = 0; round < TRANSCODE_ROUNDS; round += 1) {
    for (const turn of round % 2 ? turns.toReversed() : turns) await turn();
  }
  return transcodings;
}

function rowOf(
  what: string,
  { ours, peerMs }: Transcodings,
  figure: (publishing: Publishing) => number,
): Row & { readonly ratio: number } {
  const oursMs = ours.map(figure);
  return { what, ours: inSeconds(oursMs), peer: inSeconds(peerMs), ratio: median(oursMs) / median(peerMs) };
}

async function measureUploads(folder: string): Promise<void> {
  const path = join(folder, 'big.mp4');
  writeBigFile(path, UPLOAD_BYTES);
  const site = await startVideoSite(join(folder, 'uploads'));
  const rates: { readonly ours: number[]; readonly peer: number[] } = { ours: [], peer: [] };
  for (let round = 0; round < UPLOAD_ROUNDS; round += 1) {
    rates.ours.push(await bytesPerSecond(() => upload(site.person, path)));
    rates.peer.push(await bytesPerSecond(() => bareUpload(site, path, `bench/${round}`)));
  }
  const { grownBytes } = await site.end();
  const ratio = median(rates.ours) / median(rates.peer);
  const budget = { text: `≥ ${MIN_THROUGHPUT_RATIO}×`, met: ratio >= MIN_THROUGHPUT_RATIO };
  const flat = { text: `≤ ${inMb(MAX_MEMORY_GROWTH_BYTES)}`, met: grownBytes <= MAX_MEMORY_GROWTH_BYTES };
  const heading = `Uploading ${inMb(UPLOAD_BYTES)} in parts: median of ${UPLOAD_ROUNDS} (middle half)`;
  printTable(heading, 'lib-storage', [
    { what: 'throughput', ours: inMbPerSecond(rates.ours), peer: inMbPerSecond(rates.peer), ratio, budget },
    { what: "growth of the site's memory", ours: inMb(grownBytes), peer: '', budget: flat },
  ]);
}

async function bytesPerSecond(send: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await send();
  return (UPLOAD_BYTES * 1000) / (performance.now() - startedAtMs);
}

const inMb = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`;

function inSeconds(valuesMs: readonly number[]): string {
  const [from, to] = spread(valuesMs).map((ms) => (ms / 1000).toFixed(1));
  return `${(median(valuesMs) / 1000).toFixed(1)} s (${from}–${to})`;
}

function inMbPerSecond(rates: readonly number[]): string {
  const [from, to] = spread(rates).map((rate) => (rate / MB).toFixed(0));
  return `${(median(rates) / MB).toFixed(0)} MB/s (${from}–${to})`;
}
