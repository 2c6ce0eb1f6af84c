import type { ChatRefusal, ErrorCode } from '../../shared/base/errors.ts';

/**
 * A failure that a person can be told about: `code` from the contract's table, `message` in a person's words (it
 * becomes `detail`). Services throw these; they know no HTTP. Whatever else is thrown is a fault of ours.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  /** When trying again makes sense, in seconds. */
  readonly retryAfterS: number | undefined;
  /** Of a message that is refused. */
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

export const sessionEnded = (): DomainError =>
  new DomainError('unauthenticated', 'Your session has ended. Please log in again.');

/** A service that Fanfare builds on is short of capacity; the same call may succeed soon. */
export const unavailable = (detail: string, cause: unknown): DomainError =>
  new DomainError('unavailable', detail, { cause, retryAfterS: 5 });

/** MediaConvert takes no more at the moment. Nobody is told: whoever wanted a job waits with it. */
export class TranscoderBusyError extends Error {
  override readonly name = 'TranscoderBusyError';
}
