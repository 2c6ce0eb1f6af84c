/** Limits of schedules, apart from the schemas, so that pages load no zod. */

/** Unfinished plans per channel. */
export const MAX_PLANS = 50;
/** Cancelled days in the future, per plan. */
export const MAX_CANCELLED_DAYS = 60;
/** Days of a plan that its streamer sees. */
export const PLAN_DAYS_LISTED = 6;
/** Duration of a planned broadcast. */
export const MIN_PLAN_MINUTES = 5;
export const MAX_PLAN_MINUTES = 24 * 60;
/** How far ahead the first day may be. */
export const MAX_PLAN_DAYS_AHEAD = 2 * 366;

/** Occurrences on a channel's page, and at most in a request. */
export const UPCOMING_DEFAULT = 5;
export const UPCOMING_MAX = 20;

/** Reminders are sent this long before a broadcast. */
export const REMINDER_LEAD_MS = 10 * 60_000;
/** Per person. */
export const MAX_REMINDERS = 100;
