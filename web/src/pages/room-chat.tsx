import type { ComponentProps } from 'react';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import { useRoomTools } from '../features/rooms/use-room-tools.tsx';

/** A channel's chat with all that can be done in it. */
export function RoomChat(props: Omit<ComponentProps<typeof ChatPanel>, 'entries' | 'tools' | 'hidden'>) {
  const { entries, button, dialogs, hidden } = useRoomTools(props);
  return (
    <>
      <ChatPanel {...props} entries={entries} tools={button} hidden={hidden} />
      {dialogs}
    </>
  );
}
