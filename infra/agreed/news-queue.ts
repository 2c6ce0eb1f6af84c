/** How the table's stream and the news queue invoke the Lambda `news`, in the stack and on the local site. */
import { MAX_TRIES } from '#functions/news/news.handlers.ts';

/** Matches only writes that create a notice, not later writes during its delivery. */
export const FRESH = { is_fresh: { S: ['yes'] } } as const;

/** Concurrent invocations, with one page each. Bounded, because push services and SES limit rates. */
export const PAGES_AT_ONCE = 50;
/** Maximum number of new notices in one invocation, which only queues them. An invocation does not wait for more. */
export const NOTICES_AT_ONCE = 100;
export const PAGE_TIMEOUT_S = 45;
/** The queue delivers an unfinished message again after this time. */
export const PAGE_HIDDEN_S = 90;
export { MAX_TRIES };
