/** What AWS asks for, in dollars. Numbers alone, so that a Lambda's start does not feel them. */

/**
 * List prices of us-east-1, of the first tier and without a free one. CloudFront's, DynamoDB's and MediaConvert's least of
 * ten seconds are from AWS's pages or such as quote them, the others as they are commonly known. Look them up before you
 * promise anybody anything.
 */
export const PRICES_OF = '2026-11';

const MILLION = 1_000_000;

/** Dollars for one of each thing that AWS meters. */
export const PRICES = {
  /** HTTP API; metered by 512 KB, base64 not counted: a segment with its small one is less. */
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
  /** At most: pages differ on whether S3's events, which a bucket opts into, are free. */
  event: 1 / MILLION,
  queueRequest: 0.4 / MILLION,
  /** MediaConvert's basic tier: AVC in one pass, up to 30 frames a second; of more than 480 lines, and of less. */
  transcodedHdMinute: 0.015,
  transcodedSdMinute: 0.0075,
  /** IVS, a channel of the type STANDARD. */
  liveInputHour: 2,
  /** IVS to North America and Europe, of up to 720 lines; of up to 1080 it is twice as much. */
  liveOutputHour: 0.075,
  /** AppSync Events: of 5 kB each; and a socket for a minute. */
  realtimeOperation: 1 / MILLION,
  realtimeMinute: 0.08 / MILLION,
  /** CloudFront to North America and Europe, over https; and WAF, which looks at each. */
  cdnRequest: (1 + 0.6) / MILLION,
  cdnGb: 0.085,
  /** CloudWatch. */
  logGb: 0.5,
} as const;

export type Metered = keyof typeof PRICES;
/** How much of what AWS meters. */
export type Amounts = Readonly<Partial<Record<Metered, number>>>;

export const dollarsOf = (amounts: Amounts): number =>
  Object.entries(amounts).reduce((sum, [name, amount]) => sum + PRICES[name as Metered] * amount, 0);
