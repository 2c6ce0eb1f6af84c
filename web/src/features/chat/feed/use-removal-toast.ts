import { useEffect, useEffectEvent } from 'react';
import { t } from '#web/lib/i18n/messages.ts';
import { listenToChannel } from '#web/lib/realtime/realtime.ts';
import { toast } from '#web/ui/overlays/toast.tsx';
import type { ChatList } from './chat-list.ts';

/** Messages that the reader has deleted themselves. */
export const deletedByReader = new Set<string>();

/** Informs the reader that a moderator removed a message of theirs. */
export function useRemovalToast(channelId: string, reader: string | undefined, messages: ChatList): void {
  const isMine = useEffectEvent((id: string): boolean =>
    messages.some((message) => message.id === id && message.username === reader),
  );
  useEffect(() => {
    if (reader === undefined) return undefined;
    return listenToChannel(channelId, {
      onEvents: (events) => {
        const removed = events.flatMap((event) => (event.type === 'removed' ? event.ids : []));
        if (removed.some((id) => isMine(id) && !deletedByReader.has(id)))
          toast({ title: t('chat.ownMessageRemoved') });
      },
      onChange: () => {},
    });
  }, [channelId, reader]);
}
