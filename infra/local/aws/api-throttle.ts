import { API_RATES, type Service } from '#infra/scale/api-rates.ts';
import { AwsError } from './aws-error.ts';

/** Counts calls of an operation. Throws the service's throttling error when there are too many a second. */
export type ApiThrottle = (operation: string, calls?: number) => void;

/** Throttling errors as in the services' API references. IVS has its message in a separate member. */
const REFUSALS: Readonly<Record<Service, () => AwsError>> = {
  IVS: () => new AwsError('ThrottlingException', WORDS, 429, { exceptionMessage: WORDS }),
  MediaConvert: () => new AwsError('TooManyRequestsException', WORDS, 429),
  Cognito: () => new AwsError('TooManyRequestsException', WORDS, 400),
  SES: () => new AwsError('TooManyRequestsException', 'Maximum sending rate exceeded.', 429),
  KeyValueStore: () => new AwsError('ThrottlingException', WORDS, 429),
  AppSync: () => new AwsError('TooManyRequestsException', WORDS, 429),
};
const WORDS = 'Rate exceeded';

interface Bucket {
  tokens: number;
  filledMs: number;
}

/**
 * Limits calls to the default rates of an AWS account (`infra/scale/api-rates.ts`), with one token bucket each. `clock`
 * returns ms.
 */
export function apiThrottle(service: Service, clock: () => number = Date.now): ApiThrottle {
  const buckets = new Map<string, Bucket>();
  return (operation, calls = 1) => {
    const rate = API_RATES.find((one) => one.service === service && one.operations.includes(operation));
    if (!rate) return;
    const key = rate.isEach ? operation : rate.operations.join();
    const nowMs = clock();
    const { tokens, filledMs } = buckets.get(key) ?? { tokens: rate.burst, filledMs: nowMs };
    const filled = Math.min(rate.burst, tokens + ((nowMs - filledMs) / 1000) * rate.perSecond);
    const isTaken = filled >= calls;
    buckets.set(key, { tokens: isTaken ? filled - calls : filled, filledMs: nowMs });
    if (!isTaken) throw REFUSALS[service]();
  };
}
