/** Menu entries for moderators and for all users. */
import { Ban, Clock, EyeOff, Pin, PinOff, ShieldMinus, ShieldPlus, Trash2 } from 'lucide-react';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { ChatRoom, RoomRole } from '#shared/community/rooms.ts';
import { call } from '#web/lib/api/api.ts';
import type { MessageEntry } from '#web/lib/message-entry.ts';
import { withOutcomeToast } from '../acts/room-acts.ts';
import { deletedByReader } from '../feed/use-removal-toast.ts';
import type { SanctionedUser } from './sanction-dialog.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface EntryContext {
  readonly channelId: string;
  readonly streamer: string;
  readonly room: ChatRoom | undefined;
  readonly role: RoomRole;
  readonly reader: string | undefined;
}

/** A moderator cannot act on the streamer or other moderators, and no one on themselves. */
const mayActAgainst =
  ({ streamer, room, role, reader }: EntryContext) =>
  ({ username }: ChatMessage): boolean =>
    username !== reader &&
    (role === 'streamer' ||
      (role === 'moderator' && username !== streamer && !room?.moderators.includes(username)));

/** For the author of a message, and for streamer and moderators. */
export function removalEntries(
  context: EntryContext,
  onRemoved: (messageId: string) => void = () => undefined,
): MessageEntry[] {
  const { channelId: id, reader } = context;
  const remove = ({ id: message_id }: ChatMessage, done: string) =>
    void withOutcomeToast(
      async () => {
        await call('DELETE /rooms/{id}/messages/{message_id}', { params: { id, message_id } });
        onRemoved(message_id);
      },
      { done, failed: t('chat.messageNotRemoved') },
    );
  return [
    {
      label: t('chat.deleteMessage'),
      icon: <Trash2 aria-hidden="true" />,
      isDestructive: true,
      isVisibleFor: ({ username }) => username === reader,
      onSelect: (message) => {
        deletedByReader.add(message.id);
        remove(message, t('chat.messageDeleted'));
      },
    },
    {
      label: t('common.remove'),
      icon: <Trash2 aria-hidden="true" />,
      isDestructive: true,
      isVisibleFor: mayActAgainst(context),
      onSelect: (message) => remove(message, t('chat.messageRemoved')),
    },
  ];
}

/** For streamer and moderators. */
export const sanctionEntries = (
  context: EntryContext,
  onSanction: (sanctioned: SanctionedUser) => void,
): MessageEntry[] => [
  {
    label: t('chat.timeOutEntry'),
    icon: <Clock aria-hidden="true" />,
    isVisibleFor: mayActAgainst(context),
    onSelect: ({ username }) => onSanction({ kind: 'time-out', username }),
  },
  {
    label: t('chat.banEntry'),
    icon: <Ban aria-hidden="true" />,
    isDestructive: true,
    isVisibleFor: mayActAgainst(context),
    onSelect: ({ username }) => onSanction({ kind: 'ban', username }),
  },
];

export const hideEntry = (
  reader: string | undefined,
  hide: (username: string) => Promise<void>,
): MessageEntry => ({
  label: t('chat.hideUser'),
  icon: <EyeOff aria-hidden="true" />,
  isVisibleFor: ({ username }) => username !== reader,
  onSelect: ({ username }) =>
    void withOutcomeToast(() => hide(username), {
      done: t('chat.userHidden', { username }),
      failed: t('chat.userNotHidden', { username }),
      description: t('chat.userHiddenHint'),
    }),
});

export const unpin = (channelId: string): Promise<boolean> =>
  withOutcomeToast(() => call('DELETE /rooms/{id}/pin', { params: { id: channelId } }), {
    done: t('chat.messageUnpinned'),
    failed: t('chat.pinNotChanged'),
  });

/** For the streamer. */
export function roleEntries({ channelId: id, room, role, reader }: EntryContext): MessageEntry[] {
  const isModerator = (username: string): boolean => room?.moderators.includes(username) ?? false;
  const mayName = role === 'streamer';
  return [
    {
      label: t('chat.makeModerator'),
      icon: <ShieldPlus aria-hidden="true" />,
      isVisibleFor: ({ username }) => mayName && username !== reader && !isModerator(username),
      onSelect: ({ username }) =>
        void withOutcomeToast(
          () => call('PUT /rooms/{id}/moderators/{username}', { params: { id, username } }),
          {
            done: t('chat.moderatorAdded', { username }),
            failed: t('chat.moderatorNotAdded'),
          },
        ),
    },
    {
      label: t('chat.removeModerator'),
      icon: <ShieldMinus aria-hidden="true" />,
      isVisibleFor: ({ username }) => mayName && isModerator(username),
      onSelect: ({ username }) =>
        void withOutcomeToast(
          () => call('DELETE /rooms/{id}/moderators/{username}', { params: { id, username } }),
          {
            done: t('chat.moderatorRemoved', { username }),
            failed: t('chat.moderatorNotRemoved'),
          },
        ),
    },
  ];
}

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
        void withOutcomeToast(() => call('PUT /rooms/{id}/pin', { params, body: { message_id } }), {
          done: t('chat.messagePinned'),
          failed: t('chat.pinNotChanged'),
        }),
    },
    {
      label: t('chat.unpin'),
      icon: <PinOff aria-hidden="true" />,
      isVisibleFor: ({ id }) => mayPin && isPinned(id),
      onSelect: () => void unpin(channelId),
    },
  ];
}
