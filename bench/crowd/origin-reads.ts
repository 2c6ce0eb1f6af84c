import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Number of GET requests to Lambdas by route: one channel has one address per route, and a playlist one per slot. */
export type OriginReads = ReadonlyMap<string, number>;

interface Line {
  readonly method?: string;
  readonly route?: string;
}

/** Returns the reads of a site since its start, from its logs. */
export function originReads(dataDir: string): OriginReads {
  const folder = join(dataDir, 'logs');
  const lines = readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.includes('"method":"GET"'));
  const reads = new Map<string, number>();
  for (const line of lines) {
    const { route = '' } = JSON.parse(line) as Line;
    reads.set(route, (reads.get(route) ?? 0) + 1);
  }
  return reads;
}

/** Returns the maximum rate of one route between two snapshots, per second. */
export function mostASecond(
  before: OriginReads,
  after: OriginReads,
  seconds: number,
): { readonly route: string; readonly perSecond: number } {
  const rates = [...after].map(([route, count]) => ({
    route,
    perSecond: (count - (before.get(route) ?? 0)) / seconds,
  }));
  return rates.toSorted((a, b) => b.perSecond - a.perSecond)[0] ?? { route: 'none', perSecond: 0 };
}
