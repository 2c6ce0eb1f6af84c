/** Limits of schedules, apart from the schemas, so that the web loads none of them. */

/** Broadcasts that one channel has planned and that are not over. */
export const MAX_PLANS = 50;
/** Days on which one of them is cancelled, that are to come. */
export const MAX_CANCELLED_DAYS = 60;
/** Days of one of them that its streamer is shown. */
export const PLAN_DAYS_LISTED = 6;
/** How long a planned broadcast lasts, in minutes. */
export const MIN_PLAN_MINUTES = 5;
export const MAX_PLAN_MINUTES = 24 * 60;
/** How far ahead a first day may be. */
export const MAX_PLAN_DAYS_AHEAD = 2 * 366;

/** What a channel's page shows of what is to come, and what can be asked for. */
export const UPCOMING_DEFAULT = 5;
export const UPCOMING_MAX = 20;

/** So long before a broadcast begins people are reminded. */
export const REMINDER_LEAD_MS = 10 * 60_000;
/** Broadcasts that one person will be reminded of. */
export const MAX_REMINDERS = 100;
