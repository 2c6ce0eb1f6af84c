import { StandardRetryStrategy } from '@smithy/core/retry';
import { limitedBy, TIME_LIMITS, type ClientLimits, type ClientService } from './time-limits.ts';

type Refresh = StandardRetryStrategy['refreshRetryTokenForRetry'];
type RetryInfo = Parameters<Refresh>[1];

/** What kind of failure it is to the SDK: throttling and transient ones are retried. */
export type Classify = (failure: RetryInfo) => RetryInfo['errorType'];

/**
 * The settings of a service's client: every request ends within a time, and is retried with full jitter for a limited time.
 * Explicit defaults keep the SDK from reading files at the first request.
 */
export function clientSettings(service: ClientService, classify: Classify = ({ errorType }) => errorType) {
  const limits: ClientLimits = TIME_LIMITS[service];
  return {
    maxAttempts: limits.attempts,
    retryStrategy: new TimedRetries(limits, classify),
    requestHandler: {
      connectionTimeout: limitedBy(limits.connectMs),
      requestTimeout: limitedBy(limits.answerMs),
      // Without it, the handler only writes a warning.
      throwOnRequestTimeout: true,
      socketTimeout: limitedBy(limits.idleMs ?? limits.answerMs),
    },
    retryMode: 'standard',
    defaultsMode: 'legacy',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: async () => undefined,
    authSchemePreference: async () => [],
  } as const;
}

/** The SDK's retries, without those that would begin later than `retryMs` after the first attempt. */
class TimedRetries extends StandardRetryStrategy {
  readonly #retryMs: number;
  readonly #classify: Classify;
  readonly #startedMs = new WeakMap<object, number>();

  constructor({ attempts, retryMs, firstDelayMs, maxDelayMs }: ClientLimits, classify: Classify) {
    const computeNextBackoffDelay = (attempt: number): number =>
      Math.random() * Math.min(firstDelayMs * 2 ** attempt, maxDelayMs);
    super({ maxAttempts: attempts, backoff: { setDelayBase: () => {}, computeNextBackoffDelay } });
    this.#retryMs = retryMs;
    this.#classify = classify;
  }

  override async acquireInitialRetryToken(scope: string) {
    const token = await super.acquireInitialRetryToken(scope);
    this.#startedMs.set(token, Date.now());
    return token;
  }

  override async refreshRetryTokenForRetry(...[token, info]: Parameters<Refresh>): ReturnType<Refresh> {
    const startedMs = this.#startedMs.get(token) ?? Date.now();
    if (Date.now() - startedMs > limitedBy(this.#retryMs)) throw info.error;
    const next = await super.refreshRetryTokenForRetry(token, { ...info, errorType: this.#classify(info) });
    this.#startedMs.set(next, startedMs);
    return next;
  }
}
