import type { ChatRefusal, ErrorCode } from '../../shared/base/errors.ts';

/**
 * An expected failure: `code` from the contract's table, and `message` for people (the `detail`). Services throw these
 * and know no HTTP. Any other error is a bug.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  /** A sensible delay before a retry, in seconds. */
  readonly retryAfterS: number | undefined;
  /** For rejected chat messages. */
  readonly reason: ChatRefusal | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    options: {
      readonly cause?: unknown;
      readonly retryAfterS?: number;
      readonly reason?: ChatRefusal;
    } = {},
  ) {
    super(detail, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.retryAfterS = options.retryAfterS;
    this.reason = options.reason;
  }
}

export const notFound = (what: string): DomainError => new DomainError('not_found', `${what} not found`);

/** Throws `not_found` for `null` and `undefined`. */
export function requireFound<T>(found: T, what: string): NonNullable<T> {
  if (found === null || found === undefined) throw notFound(what);
  return found;
}

export const sessionEnded = (): DomainError =>
  new DomainError('unauthenticated', 'Your session has ended. Please log in again.');

/** A service that we depend on is overloaded; a retry may succeed soon. */
export const unavailable = (detail: string, cause: unknown): DomainError =>
  new DomainError('unavailable', detail, { cause, retryAfterS: 5 });

/** MediaConvert is at capacity. Callers wait and retry without reporting it. */
export class TranscoderBusyError extends Error {
  override readonly name = 'TranscoderBusyError';
}
