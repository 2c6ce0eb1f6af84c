/** Menu entries for moderators and for all users. */
import { Ban, Clock, EyeOff, Pin, PinOff, Trash2 } from 'lucide-react';
import type { ChatMessage } from '../../../../../shared/community/chat.ts';
import type { ChatRoom, RoomRole } from '../../../../../shared/community/rooms.ts';
import { call, detailOr } from '../../../lib/api/api.ts';
import type { MessageEntry } from '../../../lib/message-entry.ts';
import { toast, toastFailure } from '../../../ui/overlays/toast.tsx';
import type { SanctionedUser } from './sanction-dialog.tsx';
import { t } from '../../../lib/i18n/messages.ts';

interface EntryContext {
  readonly channelId: string;
  readonly streamer: string;
  readonly room: ChatRoom | undefined;
  readonly role: RoomRole;
  readonly reader: string | undefined;
}

/** Runs an action and raises a toast with the result or the server's reason. */
export async function tried(work: () => Promise<unknown>, done: string, description = ''): Promise<void> {
  try {
    await work();
    toast({ title: done, tone: 'success', ...(description && { description }) });
  } catch (error) {
    toastFailure(t('common.error'), detailOr(error, t('chat.actionFailed')));
  }
}

/** For streamer and moderators. A moderator cannot act on the streamer or other moderators. */
export function keepingEntries(
  context: EntryContext,
  onSanction: (sanctioned: SanctionedUser) => void,
): MessageEntry[] {
  const { channelId: id, streamer, room, role, reader } = context;
  const mayActAgainst = ({ username }: ChatMessage): boolean =>
    role === 'streamer' ||
    (role === 'moderator' && username !== streamer && !room?.moderators.includes(username));
  const isOther = ({ username }: ChatMessage): boolean => username !== reader;
  return [
    {
      label: t('common.remove'),
      icon: <Trash2 aria-hidden="true" />,
      isDestructive: true,
      isVisibleFor: (message) => mayActAgainst(message) || (role === 'moderator' && !isOther(message)),
      onSelect: ({ id: message_id }) =>
        void tried(
          () => call('DELETE /rooms/{id}/messages/{message_id}', { params: { id, message_id } }),
          t('chat.messageRemoved'),
        ),
    },
    {
      label: t('chat.timeOutEntry'),
      icon: <Clock aria-hidden="true" />,
      isVisibleFor: (message) => mayActAgainst(message) && isOther(message),
      onSelect: ({ username }) => onSanction({ kind: 'time-out', username }),
    },
    {
      label: t('chat.banEntry'),
      icon: <Ban aria-hidden="true" />,
      isDestructive: true,
      isVisibleFor: (message) => mayActAgainst(message) && isOther(message),
      onSelect: ({ username }) => onSanction({ kind: 'ban', username }),
    },
  ];
}

export const hideEntry = (
  reader: string | undefined,
  hide: (username: string) => Promise<void>,
): MessageEntry => ({
  label: t('chat.hideUser'),
  icon: <EyeOff aria-hidden="true" />,
  isVisibleFor: ({ username }) => username !== reader,
  onSelect: ({ username }) =>
    void tried(() => hide(username), t('chat.userHidden', { username }), t('chat.userHiddenHint')),
});

export const unpin = (channelId: string): Promise<void> =>
  tried(() => call('DELETE /rooms/{id}/pin', { params: { id: channelId } }), t('chat.messageUnpinned'));

/** For streamer and moderators, on any message. */
export function pinEntries({ channelId, room, role }: EntryContext): MessageEntry[] {
  const isPinned = (id: string): boolean => room?.pinned?.id === id;
  const mayPin = role !== 'viewer';
  const params = { id: channelId };
  return [
    {
      label: t('chat.pin'),
      icon: <Pin aria-hidden="true" />,
      isVisibleFor: ({ id }) => mayPin && !isPinned(id),
      onSelect: ({ id: message_id }) =>
        void tried(
          () => call('PUT /rooms/{id}/pin', { params, body: { message_id } }),
          t('chat.messagePinned'),
        ),
    },
    {
      label: t('chat.unpin'),
      icon: <PinOff aria-hidden="true" />,
      isVisibleFor: ({ id }) => mayPin && isPinned(id),
      onSelect: () => void unpin(channelId),
    },
  ];
}
