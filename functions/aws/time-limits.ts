/**
 * How long requests to each service may take. A request that hangs would hold its Lambda until that ends, and with it
 * one of the account's executions; all attempts together stay below the timeouts of the Lambdas.
 */

/** Of a client of the SDK. */
export interface ClientLimits {
  readonly connectMs: number;
  /** From the connection to the head of the answer, with the request's body. */
  readonly answerMs: number;
  /** Without a byte. @default `answerMs` */
  readonly idleMs?: number;
  readonly attempts: number;
  /** No retry begins later than this after the first attempt. */
  readonly retryMs: number;
  /** The longest delay before the first retry; doubles with each further one, up to `maxDelayMs`. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** Calls of a control plane, which allows few a second. */
const CONTROL = { connectMs: 1000, attempts: 5, firstDelayMs: 500, maxDelayMs: 2000 } as const;

export const TIME_LIMITS = {
  /** Answers within milliseconds, and throttles a partition for a second. */
  dynamodb: { connectMs: 500, answerMs: 2000, attempts: 8, retryMs: 2000, firstDelayMs: 50, maxDelayMs: 800 },
  /** Bodies have up to 50 MB; joining the parts of an upload takes a while between two bytes. */
  s3: { ...CONTROL, answerMs: 10_000, idleMs: 20_000, retryMs: 8000 },
  ivs: { ...CONTROL, answerMs: 5000, retryMs: 4000 },
  mediaConvert: { ...CONTROL, answerMs: 8000, retryMs: 8000 },
  cognito: { ...CONTROL, answerMs: 4000, attempts: 3, retryMs: 4000 },
} as const satisfies Readonly<Record<string, ClientLimits>>;

export type ClientService = keyof typeof TIME_LIMITS;

/** Of one attempt without a client of the SDK, from its beginning to the end of the answer. */
export const ATTEMPT_LIMITS_MS = {
  /** Requests that a person waits for. */
  short: 1500,
  /** AppSync, SES, SQS and others are short; these take longer. */
  ivsStreams: 5000,
  segments: 5000,
  keyValueStore: 5000,
  webPush: 5000,
} as const;

/** A machine that also runs the stand-ins is slower than AWS, and sets this variable. */
const factor = (): number => Number(process.env['TIME_LIMITS_FACTOR'] ?? 1);

export const limitedBy = (ms: number): number => ms * factor();
