import { type ComponentProps, useMemo } from 'react';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import { useReportEntry } from '../features/moderation/reports/report-menu.tsx';
import { type RoomTools, useRoomTools } from '../features/chat/rooms/use-room-tools.tsx';

export function RoomChat(props: Omit<ComponentProps<typeof ChatPanel>, keyof RoomTools['chat']>) {
  const { chat, dialogs } = useRoomTools(props);
  const report = useReportEntry(props.channelId);
  const entries = useMemo(() => [...chat.entries, ...report.entries], [chat.entries, report.entries]);
  return (
    <>
      <ChatPanel {...props} {...chat} entries={entries} />
      {dialogs}
      {report.dialog}
    </>
  );
}
