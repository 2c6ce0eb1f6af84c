import { HOUR_S } from '#shared/plain/time.ts';
import { join } from 'node:path';
import type { Amounts } from '#functions/costs/prices.ts';
import { times, together, type VideoCounts } from '#infra/scale/counts.ts';
import { RECORDED_GB_AN_HOUR } from '#infra/scale/counts.ts';
import { startCountedSite, type CountedSite } from '../counted/counted-site.ts';
import { sumOf, type Tally } from '../counted/tally.ts';
import { makeClip } from '../videos/bare-ffmpeg.ts';
import { publish } from '../videos/publish.ts';
import { signUpUploader } from '../videos/site.ts';
import { purposeAmounts } from './amounts.ts';

/** The difference between two clips is what grows with a video's length. */
const CLIPS_S = [10, 40] as const;
/** After publication, a video still causes notifications and tick work for a moment. */
const SETTLE_MS = 3000;
const SEGMENT_S = 2;
const GB = 1_000_000_000;
/** One rendition of the 720p ladder is HD: `bench/videos/bare-ffmpeg.ts`. */
const RENDITIONS = 3;

interface VideoOptions {
  readonly folder: string;
  /** Folder of the built web app. */
  readonly dist: string;
}

/** Measures 720p videos from the upload until they are ready, on a separate site. */
export async function countVideo({ folder, dist }: VideoOptions): Promise<VideoCounts> {
  await using site = await startDisposable({ dataDir: join(folder, 'cost-video'), dist });
  const uploader = await signUpUploader(site.url);
  const publishClip = async (clip: string) => void (await publish(uploader, clip));
  const [shortS, longS] = CLIPS_S;
  const short = await countClip(site, shortS, publishClip, folder);
  const long = await countClip(site, longS, publishClip, folder);
  const second = withoutNegatives(times(together(long, times(short, -1)), 1 / (longS - shortS)));
  return {
    each: together(short, times(second, -shortS)),
    hour: times(second, HOUR_S),
    // Segments and, once, playlists and the page; presence is only for live channels.
    viewer: { cdnRequest: HOUR_S / SEGMENT_S, cdnGb: RECORDED_GB_AN_HOUR, realtimeMinute: 60 },
    origin: { storageRead: HOUR_S / SEGMENT_S },
  };
}

/** Cold starts can make the short clip slower than the long one, but the usage per second of film is never negative. */
const withoutNegatives = (amounts: Amounts): Amounts =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, Math.max(0, amount)]));

async function startDisposable(
  options: Parameters<typeof startCountedSite>[0],
): Promise<CountedSite & AsyncDisposable> {
  const site = await startCountedSite(options);
  return { ...site, [Symbol.asyncDispose]: () => site.close() };
}

async function countClip(
  site: CountedSite,
  seconds: number,
  publishClip: (path: string) => Promise<void>,
  folder: string,
): Promise<Amounts> {
  const path = join(folder, `clip-${seconds}.mp4`);
  await makeClip(path, seconds);
  const before = site.counts();
  await publishClip(path);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  return amountsOf(difference(before, site.counts()), seconds);
}

const difference = (before: Tally, after: Tally): Tally =>
  Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));

/** The page polls every two seconds for whether it is ready; the bench's own polling is excluded. */
const STATUS_POLL = 'GET /api/videos/{id}';

function amountsOf(tally: Tally, seconds: number): Amounts {
  const purposes = new Set(Object.keys(tally).flatMap((name) => /^invocations (.*)$/.exec(name)?.[1] ?? []));
  purposes.delete(STATUS_POLL);
  return together(...[...purposes].map((purpose) => purposeAmounts(tally, purpose)), {
    event: sumOf(tally, 'invocations work'),
    storageWrite: sumOf(tally, 'S3 write'),
    storageRead: sumOf(tally, 'S3 read'),
    storageGbMonth: (tally['media bytes'] ?? 0) / GB,
    // By the second, and at least ten for each.
    transcodedHdMinute: Math.max(10, seconds) / 60,
    transcodedSdMinute: ((RENDITIONS - 1) * Math.max(10, seconds)) / 60,
  });
}
