import type { Sanction } from '#shared/community/rooms.ts';
import { call } from '#web/lib/api/api.ts';
import { formatMoment } from '#web/lib/i18n/dates.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { toast, toastFailed, toastFailure } from '#web/ui/overlays/toast.tsx';
import { type RemovedRange, removeMessagesOf } from './remove-messages.ts';

export interface SanctionTerms {
  readonly username: string;
  /** `null`: a ban. */
  readonly minutes: number | null;
  readonly reason: string;
  /** The person's messages to be removed; `null`: none. */
  readonly removed: RemovedRange | null;
}

/** Times a person out or bans them, and raises a toast with the result. Returns whether they are sanctioned. */
export async function sanctionUser(
  id: string,
  { username, minutes, reason, removed: range }: SanctionTerms,
): Promise<boolean> {
  const isBan = minutes === null;
  let sanction: Sanction;
  try {
    const body = { minutes, reason };
    sanction = await call('PUT /rooms/{id}/sanctions/{username}', { params: { id, username }, body });
  } catch (error) {
    const failed = isBan ? t('chat.userNotBanned', { username }) : t('chat.userNotTimedOut', { username });
    toastFailed(failed, error);
    return false;
  }
  const done = isBan ? t('chat.userBanned', { username }) : t('chat.userTimedOut', { username });
  const removed = range === null ? 0 : await removeMessagesOf(id, username, range);
  if (removed === null) toastFailure(done, t('chat.messagesNotRemoved'));
  else toast({ title: done, tone: 'success', description: outcome(removed, sanction.until) });
  return true;
}

function outcome(removed: number, until: string | null): string {
  if (removed > 0) return t('chat.messagesRemoved', { count: removed });
  return until === null ? '' : t('common.until', { time: formatMoment(until) });
}
