/** AWS's prices in dollars, without imports, so that a Lambda's start stays fast. */

/**
 * List prices of us-east-1, first tier, without free tiers. CloudFront's, DynamoDB's and MediaConvert's ten-second
 * minimum are from AWS's pages or quotes of them, the others from common knowledge. Verify them before relying on them.
 */
export const PRICES_OF = '2026-11';

const MILLION = 1_000_000;

/** Per unit that AWS meters. */
export const PRICES = {
  /** HTTP API, per 512 KB without base64: a segment with its small rendition is less. */
  apiRequest: 1 / MILLION,
  lambdaRequest: 0.2 / MILLION,
  /** Arm. */
  lambdaGbSecond: 0.000_013_333_4,
  /** DynamoDB on demand. */
  tableWriteUnit: 0.625 / MILLION,
  tableReadUnit: 0.125 / MILLION,
  /** S3 standard: PUT, POST, LIST; then GET. */
  storageWrite: 0.005 / 1000,
  storageRead: 0.0004 / 1000,
  storageGbMonth: 0.023,
  /** An upper bound: sources differ on whether opt-in S3 events are free. */
  event: 1 / MILLION,
  queueRequest: 0.4 / MILLION,
  /** MediaConvert's basic tier: single-pass AVC up to 30 fps, and twice as much above; from 720 lines, and below. */
  transcodedHdMinute: 0.015,
  transcodedSdMinute: 0.0075,
  /** IVS channel type STANDARD. */
  liveInputHour: 2,
  /** IVS to North America and Europe, up to 720 lines; 1080 costs twice as much. */
  liveOutputHour: 0.075,
  /** AppSync Events: per 5 kB; and per minute of a socket. */
  realtimeOperation: 1 / MILLION,
  realtimeMinute: 0.08 / MILLION,
  /** CloudFront to Europe over https (0.20 less to North America), with WAF and a CloudFront Function. */
  cdnRequest: (1.2 + 0.6 + 0.1) / MILLION,
  /** A read of a CloudFront KeyValueStore by a function: two for each request of media. */
  edgeRead: 0.03 / MILLION,
  cdnGb: 0.085,
  /** Uploads through CloudFront. */
  cdnUploadGb: 0.02,
  /** Of a cache of CloudFront to the Origin Shield. */
  shieldRequest: 0.9 / MILLION,
  /** CloudWatch. */
  logGb: 0.5,
} as const;

export type Metered = keyof typeof PRICES;
export type Amounts = Readonly<Partial<Record<Metered, number>>>;

export const dollarsOf = (amounts: Amounts): number =>
  Object.entries(amounts).reduce((sum, [name, amount]) => sum + PRICES[name as Metered] * amount, 0);
