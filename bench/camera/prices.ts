/** What AWS asks for, in dollars. */
import { sumOf, type Tally } from '../counted/tally.ts';

/**
 * List prices of us-east-1, of the first tier and without a free one. DynamoDB's and MediaConvert's least of ten seconds are
 * from pages that quote AWS's, the others as they are commonly known. Look them up before you promise anybody anything.
 */
export const PRICES_OF = '2026-11';

const MILLION = 1_000_000;
/** Arm, $0.0000133334 a GB-second; a Lambda here has 1024 MB (`infra/cloud/functions`). */
const LAMBDA_SECOND = 0.000_013_333_4;
const LAMBDA_INVOCATION = 0.2 / MILLION;
/** An HTTP API meters requests by 512 KB, base64 not counted: a segment with its small one is less. */
const API_REQUEST = 1 / MILLION;
const S3_WRITE = 0.005 / 1000;
const S3_READ = 0.0004 / 1000;
const TABLE_WRITE_UNIT = 0.625 / MILLION;
const TABLE_READ_UNIT = 0.125 / MILLION;
/** At most: pages differ on whether S3's events, which a bucket opts into, are free. */
const EVENT = 1 / MILLION;
/** MediaConvert's basic tier: AVC in one pass, HD, up to 30 frames a second. */
const TRANSCODED_MINUTE = 0.015;

/** Minutes that MediaConvert bills for an hour, told by those of the jobs that ended meanwhile. */
export function transcodedMinutes(hour: Tally): number {
  const finished = sumOf(hour, 'finished jobs');
  return finished === 0 ? 0 : (sumOf(hour, 'jobs') * sumOf(hour, 'billed seconds')) / finished / 60;
}

/** The dollars of a tally by what they are paid for. MediaConvert's as if the picture were of 720p. */
export const dollarsOf = (hour: Tally): Readonly<Record<string, number>> => ({
  MediaConvert: transcodedMinutes(hour) * TRANSCODED_MINUTE,
  S3: sumOf(hour, 'S3 write') * S3_WRITE + sumOf(hour, 'S3 read', 'S3 play') * S3_READ,
  'HTTP API': sumOf(hour, 'invocations recorder', 'invocations playlist') * API_REQUEST,
  Lambda:
    sumOf(hour, 'seconds recorder', 'seconds playlist', 'seconds work') * LAMBDA_SECOND +
    sumOf(hour, 'invocations recorder', 'invocations playlist', 'invocations work') * LAMBDA_INVOCATION,
  DynamoDB:
    sumOf(hour, 'written recorder', 'written work', 'written playlist') * TABLE_WRITE_UNIT +
    sumOf(hour, 'read recorder', 'read work', 'read playlist') * TABLE_READ_UNIT,
  EventBridge: sumOf(hour, 'invocations work') * EVENT,
});
