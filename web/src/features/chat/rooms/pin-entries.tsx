import { Pin, PinOff } from 'lucide-react';
import { call } from '../../../lib/api/api.ts';
import type { MessageEntry } from '../../../lib/message-entry.ts';
import { type Looking, tried } from './room-entries.tsx';

export const unpin = (channelId: string): Promise<void> =>
  tried(() => call('DELETE /rooms/{id}/pin', { params: { id: channelId } }), 'Message unpinned');

/** For streamer and moderators, with any message: what is pinned says nothing against its author. */
export function pinEntries({ channelId, room, role }: Looking): MessageEntry[] {
  const isPinned = (id: string): boolean => room?.pinned?.id === id;
  const mayPin = role !== 'viewer';
  const params = { id: channelId };
  return [
    {
      label: 'Pin',
      icon: <Pin aria-hidden="true" />,
      isShown: ({ id }) => mayPin && !isPinned(id),
      onSelect: ({ id: message_id }) =>
        void tried(() => call('PUT /rooms/{id}/pin', { params, body: { message_id } }), 'Message pinned'),
    },
    {
      label: 'Unpin',
      icon: <PinOff aria-hidden="true" />,
      isShown: ({ id }) => mayPin && isPinned(id),
      onSelect: () => void unpin(channelId),
    },
  ];
}
