/** Questions that only a site on AWS can answer. */
import type { Visitor } from '../visit/visitor.ts';
import { CDN_CACHES } from '#infra/scale/scale.ts';
import { cachesBySegment } from './caches.ts';
import { makeFlash, measureDelay, type StreamDelay } from './delay.ts';
import { preflightOf } from './preflight.ts';
import { jobTimes } from './queue.ts';
import { readLatestFile, watchStreamReplay } from './recording.ts';
import { quantile, spreadOf } from './statistics.ts';
import { broadcastWindows } from './windows.ts';

/** Default length of a window; the last ones arrive with the end. */
const WINDOW_S = 4;

export interface Scene {
  readonly visitor: Visitor;
  readonly folder: string;
  /** Number of windows to create. */
  readonly windows: number;
  /** Seconds after which the stream's picture turns white. */
  readonly whiteAfterS: number;
  /** Bucket of recordings, if the operator may read it. */
  readonly recordingsBucket: string | undefined;
  /** Bucket of access logs, if the operator may read it. */
  readonly accessLogsBucket: string | undefined;
  readonly signal: AbortSignal;
}

export interface Probe {
  readonly question: string;
  /** Returns lines of Markdown. Throws if it could not be measured. */
  readonly answer: (scene: Scene) => Promise<string[]>;
}

/** Never rejects: replaces lines that could not be measured with the reason. */
const orWhy = (lines: Promise<string[]>): Promise<string[]> =>
  lines.catch((error: unknown) => [
    `- not measured: ${error instanceof Error ? error.message : String(error)}`,
  ]);

const windows: Probe = {
  question: 'Windows: queue times, and the sound where they meet',
  answer: async ({ visitor, folder, windows, signal }) => {
    const { streamId, behindS, sound } = await broadcastWindows(
      visitor,
      (windows + 2) * WINDOW_S,
      folder,
      signal,
    );
    const { atSeams, between } = sound;
    return [
      `- a player could fetch a segment after its last moment was sent: ${spreadOf(behindS)}`,
      `- the tone departs from a tone by ${atSeams.toExponential(1)} where segments meet, by ${between.toExponential(1)} between: **${atSeams > 3 * between ? 'there are clicks' : 'no clicks'}**`,
      ...(await orWhy(jobLines(streamId, windows))),
    ];
  },
};

async function jobLines(streamId: string, windows: number): Promise<string[]> {
  const jobs = await jobTimes(streamId, 4 * windows);
  const known = (values: readonly (number | undefined)[]) => values.filter((value) => value !== undefined);
  return [
    `- jobs in the queue: ${spreadOf(known(jobs.map(({ waitedS }) => waitedS)))}`,
    `- jobs at work: ${spreadOf(known(jobs.map(({ workedS }) => workedS)))}`,
    `- jobs that failed: ${jobs.filter(({ status }) => status === 'ERROR').length}`,
  ];
}

const preflight: Probe = {
  question: 'A presigned PUT, as a browser asks for it',
  answer: async ({ visitor }) => {
    const { status, allowOrigin, allowMethods, allowHeaders, putStatus, exposed } =
      await preflightOf(visitor);
    const isWell = status < 300 && allowOrigin !== null && putStatus === 200 && /etag/i.test(exposed ?? '');
    return [
      `- OPTIONS: ${status}; origin \`${allowOrigin}\`, methods \`${allowMethods}\`, headers \`${allowHeaders}\``,
      `- PUT: ${putStatus}; exposed \`${exposed}\`: **${isWell ? 'a browser may upload' : 'a browser may not upload'}**`,
    ];
  },
};

const inWords = ({ fetchedAfterS, segmentS, whiteAtS, targetDurationS }: StreamDelay): string =>
  `its segment could be fetched after **${fetchedAfterS.toFixed(1)} s** (${whiteAtS.toFixed(1)} s into ${segmentS.toFixed(1)} s; target duration ${targetDurationS} s: a player that stays three segments behind shows it some ${(fetchedAfterS + 2 * targetDurationS).toFixed(0)} s late)`;

/** Our player is about a second behind the first bytes of an announced segment. */
const announcedInWords = ({ announced }: StreamDelay): string =>
  announced.length === 0
    ? '  - it announces no segments: **players wait for complete ones**'
    : announced
        .map(
          ({ status, firstByteS, wholeS, pieces }, index) =>
            `  - announced segment ${index + 1}: ${status}, first byte after ${firstByteS.toFixed(1)} s, whole after ${wholeS.toFixed(1)} s, in ${pieces} pieces`,
        )
        .join('\n');

const delay: Probe = {
  question: 'OBS: how late a picture is, with the parameter of its key and without; and the recording',
  answer: async ({ visitor, folder, whiteAfterS, recordingsBucket, signal }) => {
    const film = await makeFlash(folder, whiteAfterS);
    const sinceMs = Date.now();
    const whole = await measureDelay(visitor, film, (key) => key, signal);
    const bare = await measureDelay(visitor, film, (key) => key.replace(/\?.*$/, ''), signal);
    return [
      `- with \`?keyframeInterval=…\`: ${inWords(whole)}`,
      announcedInWords(whole),
      `- without: ${inWords(bare)}`,
      announcedInWords(bare),
      ...(await orWhy(watchStreamReplay(visitor, signal).then((words) => [`- replay: ${words}`]))),
      ...(await orWhy(recordingLines(recordingsBucket, sinceMs))),
    ];
  },
};

async function recordingLines(bucket: string | undefined, sinceMs: number): Promise<string[]> {
  if (!bucket) return ['- `recording-ended.json`: not looked at, as RECORDINGS_BUCKET is not set'];
  const found = await readLatestFile(bucket, sinceMs);
  if (!found) return ['- `recording-ended.json`: **there is none**'];
  return [`- \`${found.key}\`, as we read it: \`${found.reading}\``, '', '```json', found.file, '```'];
}

const caches: Probe = {
  question: 'Caches of the CDN that ask for the same segment',
  answer: async ({ accessLogsBucket, folder }) => {
    if (!accessLogsBucket) return ['- not counted, as ACCESS_LOGS_BUCKET is not set'];
    const counts = await cachesBySegment(accessLogsBucket, folder, Date.now());
    if (counts.length === 0) return ['- S3 has logged no segment since yesterday; it takes some hours'];
    const [half, all] = [quantile(counts, 0.5), quantile(counts, 1)];
    return [
      `- half of ${counts.length} segments went to ${half} caches or fewer, all to ${all} or fewer (\`CDN_CACHES\` in \`infra/scale/scale.ts\` is ${CDN_CACHES})`,
    ];
  },
};

export const probes = { preflight, delay, windows, caches } as const satisfies Record<string, Probe>;
export type ProbeName = keyof typeof probes;
export const PROBE_NAMES = Object.keys(probes) as readonly ProbeName[];
