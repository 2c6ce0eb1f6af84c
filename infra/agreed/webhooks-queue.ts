/** How the queue of webhooks invokes the Lambda `webhooks`, in the stack and on the local site. */
import { LEASE_MS, SENDING_MS } from '#functions/webhooks/sending/send.service.ts';

/** Webhooks that are sent to at once. Bounded, so that slow addresses do not use up the account's concurrency. */
export const WEBHOOKS_AT_ONCE = 20;
/** After the last request begins, it and the writes have as long again as half of the others had. */
export const WEBHOOK_TIMEOUT_S = (1.5 * SENDING_MS) / 1000;
/** The queue delivers an unfinished message again after this time, when the lease of its sender has ended. */
export const WEBHOOK_HIDDEN_S = (1.5 * LEASE_MS) / 1000;
/** After so many attempts the queue moves a message to the dead-letter queue. Failing addresses do not count as one. */
export const WEBHOOK_MAX_TRIES = 5;
