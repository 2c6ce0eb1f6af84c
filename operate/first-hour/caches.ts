/** Counts the CDN caches that request the same segment from S3, by S3's access log. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '#shared/plain/time.ts';
import { aws } from '../aws-cli.ts';

/** Prefix of the media bucket's log: `infra/cloud/parts/private-bucket.ts`. */
const PREFIX = 'media/';
/** A request for a complete object, by key. Source: Amazon S3 User Guide, "Amazon S3 server access log format". */
const WHOLE_SEGMENT = / REST\.GET\.OBJECT (\S+\.m4s) "[^"]*" 200 /;

/**
 * Returns the number of caches that requested each segment today or yesterday. Needs the AWS CLI and permission to read
 * the log.
 */
export async function cachesBySegment(bucket: string, folder: string, nowMs: number): Promise<number[]> {
  const days = [nowMs - DAY_MS, nowMs].map((atMs) => new Date(atMs).toISOString().slice(0, 10));
  const only = days.flatMap((day) => ['--include', `${day}-*`]);
  const from = ['s3', 'cp', '--recursive', '--only-show-errors', `s3://${bucket}/${PREFIX}`, folder];
  await aws(...from, '--exclude', '*', ...only);
  const files = await readdir(folder);
  const texts = await Promise.all(
    files
      .filter((name) => days.some((day) => name.startsWith(day)))
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
  return countBySegment(texts.flatMap((text) => text.split('\n')));
}

/** A cache requests a segment once, and later only revalidates it. */
export function countBySegment(lines: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const key = WHOLE_SEGMENT.exec(line)?.[1];
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()];
}
