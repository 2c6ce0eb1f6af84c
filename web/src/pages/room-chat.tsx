import type { ComponentProps } from 'react';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import { useReportEntry } from '../features/moderation/reports/report-menu.tsx';

/** A chat whose messages can be reported. */
export function RoomChat(props: Omit<ComponentProps<typeof ChatPanel>, 'entries'>) {
  const { entries, dialog } = useReportEntry(props.channelId);
  return (
    <>
      <ChatPanel {...props} entries={entries} />
      {dialog}
    </>
  );
}
