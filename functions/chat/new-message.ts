/** What a message is beside its words. Pure. */
import { decodeTime } from 'ulid';
import type { ChatBadge } from '../../shared/community/chat.ts';
import { NEW_HERE_MS, SHOWN_BEHIND_MAX_MS } from '../../shared/limits.ts';

interface Author {
  readonly id: string;
  readonly isStreamer: boolean;
  readonly isModerator: boolean;
}

/** What its author is in a chat. Who looks after it is not new there, however young the account. */
export function badgesOf({ id, isStreamer, isModerator }: Author, nowMs: number): ChatBadge[] {
  if (isStreamer) return ['streamer'];
  if (isModerator) return ['moderator'];
  // An account's id tells when it was made.
  return nowMs - decodeTime(id) < NEW_HERE_MS ? ['new'] : [];
}

/**
 * When the picture was made that an author says to have seen (ISO 8601), as far as that can be: not after they wrote,
 * where an encoder's clock may run ahead of ours, and nothing where it is longer ago than anybody is behind.
 */
export function plausibleShownAt(said: string | undefined, writtenMs: number): string | undefined {
  if (said === undefined) return undefined;
  const saidMs = Date.parse(said);
  if (saidMs < writtenMs - SHOWN_BEHIND_MAX_MS || saidMs > writtenMs + SHOWN_BEHIND_MAX_MS) return undefined;
  return new Date(Math.min(saidMs, writtenMs)).toISOString();
}
