import type { ApiError } from '#shared/base/api-error.ts';
import type { ErrorCode } from '#shared/base/errors.ts';
import { language, t } from '../i18n/messages.ts';

/** `network`: no response. `unreadable`: an invalid response, for example from a proxy. */
export type FailureCode = ErrorCode | 'network' | 'unreadable';

interface FailureParts {
  readonly status: number;
  readonly code: FailureCode;
  readonly detail?: string | undefined;
  readonly field?: string | undefined;
  readonly reason?: string | undefined;
  readonly params?: ApiError['params'];
  readonly issues?: ApiError['issues'];
  readonly cause?: unknown;
}

/**
 * `status` is 0 without a response; `detail` says what the server refuses and why, in the page's language; `field` is the
 * one at fault, by its name in the request; `reason` names the broken rule, and `params` has its values; `issues` has all
 * broken rules, where there are several.
 */
export class ApiFailure extends Error {
  declare readonly status: number;
  declare readonly code: FailureCode;
  declare readonly detail: string | undefined;
  declare readonly field: string | undefined;
  declare readonly reason: string | undefined;
  declare readonly params: ApiError['params'];
  declare readonly issues: ApiError['issues'];

  constructor({ cause, ...parts }: FailureParts) {
    const { status, code, detail } = parts;
    super(detail ?? (code === 'network' ? t('common.networkError') : `Status ${status}`), { cause });
    Object.assign(this, parts, { name: 'ApiFailure' });
  }
}

/** In English the server's own text is there already. */
const translated = (body: ApiError): Promise<string | undefined> | false =>
  language !== 'en' &&
  import('./error-texts.ts').then(
    (texts) => texts.textOf(body),
    () => undefined,
  );

/** The failure of a response with a status of 400 or above. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const { status } = response;
  const body: ApiError | null = await response.json().catch(() => null);
  if (typeof body?.code !== 'string') return new ApiFailure({ status, code: 'unreadable' });
  return new ApiFailure({ ...body, status, detail: (await translated(body)) || body.detail || undefined });
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;

/** What the server says, otherwise the specification's text (§8). */
export const detailOr = (error: unknown, words: string): string =>
  (error instanceof ApiFailure ? error.detail : undefined) ?? words;
