import type { ApiError, ErrorCode } from '../../../../shared/base/errors.ts';
import { t } from '../i18n/messages.ts';

/** `network`: no response. `unreadable`: an invalid response, for example from a proxy. */
export type FailureCode = ErrorCode | 'network' | 'unreadable';

interface FailureParts {
  readonly status: number;
  readonly code: FailureCode;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** `status` is 0 without a response; `detail` is the server's text, if any. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;

  constructor({ status, code, detail, requestId, cause }: FailureParts) {
    super(detail ?? (code === 'network' ? t('common.networkError') : `Status ${status}`), {
      cause,
    });
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
  }
}

/** The failure of a response with a status of 400 or above. */
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

/** The server's detail, otherwise the specification's text (§8). */
export const detailOr = (error: unknown, words: string): string =>
  (error instanceof ApiFailure ? error.detail : undefined) ?? words;
