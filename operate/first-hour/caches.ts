/** How many of the CDN's caches ask S3 for the same segment, by S3's own log of its requests. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '#shared/plain/time.ts';
import { aws } from '../aws-cli.ts';

/** Where the bucket of media has its log: `infra/cloud/parts/private-bucket.ts`. */
const PREFIX = 'media/';
/** A whole object, by S3's key. Source: Amazon S3 User Guide, "Amazon S3 server access log format". */
const WHOLE_SEGMENT = / REST\.GET\.OBJECT (\S+\.m4s) "[^"]*" 200 /;

/** Of each segment, the number of caches that asked for it today or yesterday. Needs the AWS CLI and rights to read the log. */
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

/** A cache asks once for a segment, and after that whether it is still there. */
export function countBySegment(lines: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const key = WHOLE_SEGMENT.exec(line)?.[1];
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts.values()];
}
