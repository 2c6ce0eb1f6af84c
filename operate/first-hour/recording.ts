/** Compares IVS's file about a recording with how the site reads it. */
import { GetObjectCommand, ListObjectsV2Command, S3Client, type _Object } from '@aws-sdk/client-s3';
import { readEndedFile } from '#functions/streaming/recordings/recording-ended-file.ts';
import { until } from '../visit/until.ts';
import type { Visitor } from '../visit/visitor.ts';
import { watch, wordsOf } from '../visit/watch.ts';

/** IVS waits a minute for an encoder to reconnect before it ends a recording. */
const REPLAY_WITHIN_S = 240;
const RECORDINGS = 'ivs/v1/';
const FILE = '/events/recording-ended.json';

export interface RecordingFound {
  readonly key: string;
  /** The unchanged file. */
  readonly file: string;
  /** The parsed result, or the parser's error. */
  readonly reading: string;
}

/** Waits for the replay of a visitor's stream, and watches it. Returns what it found as text. */
export async function watchStreamReplay({ api, id, siteUrl }: Visitor, signal: AbortSignal): Promise<string> {
  const startedMs = performance.now();
  return until('a replay', { withinS: REPLAY_WITHIN_S, everyMs: 2000, signal }, async () => {
    const videos = await api.call('GET /videos', { query: { channel: id } });
    const replay = videos.find(({ kind, status }) => kind === 'replay' && status === 'ready');
    if (!replay?.playback_url) return null;
    const seen = await watch(new URL(replay.playback_url, siteUrl).href);
    const afterS = ((performance.now() - startedMs) / 1000).toFixed(0);
    return `${replay.duration_s} s long, ${afterS} s after the end, ${wordsOf(seen)}, at \`${replay.playback_url}\``;
  });
}

/** Returns the file of the latest recording since a time, parsed by the site's code. Needs read permission. */
export async function readLatestFile(bucket: string, sinceMs: number): Promise<RecordingFound | undefined> {
  const newer = ({ Key, LastModified }: _Object): boolean =>
    Boolean(Key?.endsWith(FILE)) &&
    Number(LastModified) > Math.max(sinceMs, Number(latest?.LastModified ?? 0));
  const s3 = new S3Client({ forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined });
  let latest: _Object | undefined;
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: RECORDINGS,
        ...(ContinuationToken && { ContinuationToken }),
      }),
    );
    for (const one of page.Contents ?? []) if (newer(one)) latest = one;
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  if (!latest?.Key) return undefined;
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: latest.Key }));
  const file = (await Body?.transformToString()) ?? '';
  return { key: latest.Key, file, reading: readingOf(latest.Key.slice(0, -FILE.length), file) };
}

function readingOf(prefix: string, file: string): string {
  try {
    return JSON.stringify(readEndedFile(prefix, file));
  } catch (error) {
    return String(error);
  }
}
