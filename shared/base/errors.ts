/** The closed table of error codes, each with one HTTP status. Every error body is `{ code, detail, request_id }`. */
import type { TextMessages } from '#messages/keys.ts';

export const errorStatus = {
  invalid_request: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  /** A chat rule forbids the message; `reason` names the rule. */
  chat_refused: 403,
  /** The password is right, but a code is required. Not 401, which would end the browser's session. */
  second_factor_required: 403,
  /** The site's moderators have suspended the account; `params` have reason and end. */
  suspended: 403,
  /** The channel's broadcasts have reached the month's cost limit; `params` say when it resets. */
  cap_reached: 403,
  not_found: 404,
  conflict: 409,
  username_taken: 409,
  email_taken: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  /**
   * Others use all that there is now, as planned: slots of broadcasts, calls of a service, writes of one item. A retry may
   * succeed. Not 503, which counts as a failure of the site: alarms would ring, and deployments would roll back.
   */
  busy: 429,
  internal: 500,
  /** A service that we depend on fails or throttles us. */
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The name of a rule that an error reports, and of its message in `errors` of `messages/en.json`. */
export type ErrorReason = keyof {
  [Key in keyof TextMessages as Key extends `errors.${infer Reason}` ? Reason : never]: never;
};

/** Names the rule that a schema's check breaks with; the contract's errors carry it as their `reason`. */
export const broken = (reason: ErrorReason): string => reason;
