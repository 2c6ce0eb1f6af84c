import type { ComponentProps } from 'react';
import { ReplayChat } from '#web/features/chat/replay/replay-chat.tsx';
import { useChatReports } from './chat-reports.ts';

/** The chat beside a replay, whose messages can be reported. */
export function RecordedChat(props: Omit<ComponentProps<typeof ReplayChat>, 'entries'>) {
  const { entries, dialog } = useChatReports(props.channelId, props.streamer);
  return (
    <>
      <ReplayChat {...props} entries={entries} />
      {dialog}
    </>
  );
}
