/** How the table's stream and the queue of news wake the Lambda `news`: as the stack deploys it, and the local site does. */
import { MAX_TRIES } from '#functions/news/news.handlers.ts';

/** Passes only those writes of the stream that create a notice; later writes while it is delivered do not match. */
export const FRESH = { is_fresh: { S: ['yes'] } } as const;

/** One page at a time in each invocation, and so many at once: push services and SES take no flood. */
export const PAGES_AT_ONCE = 50;
/** New notices of one invocation, which only queues them. An invocation waits for no more than are there. */
export const NOTICES_AT_ONCE = 100;
export const PAGE_TIMEOUT_S = 45;
/** The queue delivers an unfinished message again after this time. */
export const PAGE_HIDDEN_S = 90;
export { MAX_TRIES };
