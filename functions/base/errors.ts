import type { TextMessages } from '#messages/keys.ts';
import type { Fault } from '#shared/base/api-error.ts';
import type { ErrorCode, ErrorReason } from '#shared/base/errors.ts';

interface Options {
  readonly cause?: unknown;
  /** A sensible delay before a retry, in seconds. @default the value `wait_s` of the message */
  readonly retryAfterS?: number;
  /** The field at fault, as the request names it. */
  readonly field?: string;
}

/** The values of the reason's message, and options. */
type Given<Values> = Values extends null ? [options?: Options] : [values: Values & Options];

/**
 * An expected failure: `code` from the contract's table, and the broken rule with the values of its message in
 * `messages/en.json`. Services throw these and know no HTTP. Any other error is a bug.
 */
export class DomainError<Reason extends ErrorReason = ErrorReason> extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  /** The broken rules, whose reasons are the `message`. */
  readonly faults: readonly Fault[];
  readonly retryAfterS: number | undefined;

  constructor(
    code: ErrorCode,
    broken: Reason | readonly Fault[],
    ...[given = {}]: Given<TextMessages[`errors.${Reason}`]>
  ) {
    const { cause, retryAfterS, field, ...params } = given as Options & Fault['params'];
    const faults = typeof broken === 'string' ? [faultOf(broken, field, params)] : broken;
    super(faults.map(({ reason }) => reason).join(', '), cause === undefined ? undefined : { cause });
    this.code = code;
    this.faults = faults;
    this.retryAfterS = retryAfterS ?? (params['wait_s'] as number | undefined);
  }
}

const faultOf = (reason: string, field: string | undefined, params: NonNullable<Fault['params']>): Fault => ({
  reason,
  ...(field !== undefined && { field }),
  ...(Object.keys(params).length > 0 && { params }),
});

type Thing = TextMessages['errors.not_found']['thing'];

export const notFound = (thing: Thing): DomainError => new DomainError('not_found', 'not_found', { thing });

/** Throws `not_found` for `null` and `undefined`. */
export function requireFound<T>(found: T, thing: Thing): NonNullable<T> {
  if (found === null || found === undefined) throw notFound(thing);
  return found;
}

export const sessionEnded = (): DomainError => new DomainError('unauthenticated', 'session_ended');

/** Its message has no values. */
export type PlainReason = {
  [R in ErrorReason]: TextMessages[`errors.${R}`] extends null ? R : never;
}[ErrorReason];

const RETRY_AFTER_S = 5;

/** Others use all that there is now, as planned; a retry may succeed soon. */
export const busy = (reason: PlainReason, cause?: unknown): DomainError =>
  new DomainError('busy', reason, { cause, retryAfterS: RETRY_AFTER_S });

/** A service that we depend on fails or throttles us; a retry may succeed soon. */
export const unavailable = (reason: PlainReason, cause: unknown): DomainError =>
  new DomainError('unavailable', reason, { cause, retryAfterS: RETRY_AFTER_S });

/** False if a limit is reached, which `onRefused` may log. Throws other errors. */
export async function isWithinLimit(
  counted: Promise<unknown>,
  onRefused?: (refusal: DomainError) => void,
): Promise<boolean> {
  try {
    await counted;
    return true;
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'too_many_requests')) throw error;
    onRefused?.(error);
    return false;
  }
}

/** MediaConvert is at capacity. Callers wait and retry without reporting it. */
export class TranscoderBusyError extends Error {
  override readonly name = 'TranscoderBusyError';
}
