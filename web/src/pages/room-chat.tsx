import { type ComponentProps, useMemo } from 'react';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import { useReportEntry } from '../features/reports/use-report-entry.tsx';
import { useRoomTools } from '../features/rooms/use-room-tools.tsx';

/** A channel's chat with all that can be done in it. */
export function RoomChat(props: Omit<ComponentProps<typeof ChatPanel>, 'entries' | 'tools' | 'hidden'>) {
  const { entries, button, dialogs, hidden } = useRoomTools(props);
  const report = useReportEntry(props.channelId);
  const all = useMemo(() => [...entries, ...report.entries], [entries, report.entries]);
  return (
    <>
      <ChatPanel {...props} entries={all} tools={button} hidden={hidden} />
      {dialogs}
      {report.dialog}
    </>
  );
}
