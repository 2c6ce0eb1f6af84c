/** The closed table of error codes, each with one HTTP status. Every error body is `{ code, detail, request_id }`. */
import * as z from 'zod/mini';
import { described } from './fields.ts';

export const errorStatus = {
  invalid_request: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  /** A chat rule forbids the message; `reason` names the rule, `detail` explains it. */
  chat_refused: 403,
  /** The password is right, but a code is required. Not 401, which would end the browser's session. */
  second_factor_required: 403,
  /** The site's moderators have suspended the account; `detail` gives reason and end. */
  suspended: 403,
  /** The channel's broadcasts have reached the month's cost limit; `detail` says when it resets. */
  cap_reached: 403,
  not_found: 404,
  conflict: 409,
  username_taken: 409,
  email_taken: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  /** The requested format is not supported (oEmbed §2.3.2). */
  unsupported_format: 501,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

const CHAT_REFUSALS = [
  'banned',
  'timed_out',
  'followers_only',
  'slow_mode',
  'links',
  'words',
  'removed',
] as const;
export type ChatRefusal = (typeof CHAT_REFUSALS)[number];

/** The body of every response with a status of 400 or above. */
export const ApiError = z
  .strictObject({
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    detail: described(z.string(), "What went wrong, in a person's words; shown in toasts"),
    reason: z.optional(described(z.enum(CHAT_REFUSALS), 'Of `chat_refused`')),
    request_id: described(z.string(), 'Quote this to support; the log line carries it too'),
  })
  .register(z.globalRegistry, { id: 'ApiError' });
export type ApiError = z.infer<typeof ApiError>;
