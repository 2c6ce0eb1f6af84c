/** What a call of the API throws. */
import type { ApiError, ErrorCode } from '../../../../shared/base/errors.ts';

/** `network`: no answer came. `unreadable`: the answer was not ours, as when a proxy answers for the API. */
export type FailureCode = ErrorCode | 'network' | 'unreadable';

interface FailureParts {
  readonly status: number;
  readonly code: FailureCode;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** A failed call. `status` is 0 when no answer came; `detail` is the server's own sentence, where it gave one. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;

  constructor({ status, code, detail, requestId, cause }: FailureParts) {
    super(
      detail ??
        (code === 'network' ? 'Fanfare cannot be reached. Check your connection.' : `Status ${status}`),
      {
        cause,
      },
    );
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
  }
}

/** The failure that an answer with a status of 400 or above stands for. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const { status } = response;
  const body: Partial<ApiError> | null = await response.json().catch(() => null);
  if (typeof body?.code !== 'string') return new ApiFailure({ status, code: 'unreadable' });
  return new ApiFailure({
    status,
    code: body.code,
    detail: body.detail || undefined,
    requestId: body.request_id,
  });
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;

/** The server's detail, or the specification's words where it gave none (§8). */
export const detailOr = (error: unknown, words: string): string =>
  (error instanceof ApiFailure ? error.detail : undefined) ?? words;
