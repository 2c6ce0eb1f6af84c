import type { RefusedUntil } from './budget.ts';
import type { Post } from './post.ts';
import type { SenderRepository } from '../table/sender.repository.ts';

/** A queued message: events may wait for this webhook. */
export interface Wake {
  readonly channelId: string;
  readonly webhookId: string;
  /** The attempt for which the message was queued, in ms since 1970. */
  readonly dueMs?: number;
}

export interface SenderDeps {
  readonly webhooks: SenderRepository;
  readonly post: Post;
  /** Counts a request. */
  readonly spend: (channelId: string) => Promise<RefusedUntil>;
  /** `delayS`: at most 900. @default 0 */
  readonly queue: { send(wake: Wake, delayS?: number): Promise<void> };
  readonly siteUrl: string;
  readonly clock: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}
