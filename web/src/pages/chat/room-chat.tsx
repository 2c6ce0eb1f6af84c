import { type ComponentProps, useState } from 'react';
import { ChatPanel } from '#web/features/chat/chat-panel.tsx';
import type { LiveSteering } from '#web/lib/player-stage.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useChatReports } from './chat-reports.ts';

const PastChat = onDemand(() => import('#web/features/chat/replay/past-chat.tsx'), 'PastChat');

interface RoomChatProps extends Omit<ComponentProps<typeof ChatPanel>, 'entries'> {
  /** The stream that the viewer has rewound. @default none */
  readonly rewound?: LiveSteering | null;
}

/** A chat whose messages can be reported; that of the visible picture while the viewer has rewound. */
export function RoomChat({ rewound = null, ...props }: RoomChatProps) {
  const { channelId, streamer } = props;
  const { entries, dialog } = useChatReports(channelId, streamer);
  const [wantsLive, setWantsLive] = useState(false);
  // The choice ends when the viewer returns to live.
  if (wantsLive && !rewound) setWantsLive(false);
  if (rewound?.rewind && !wantsLive) {
    const { className } = props;
    const { playingDate, rewind } = rewound;
    const past = {
      channelId,
      streamer,
      entries,
      playingDate,
      liveMs: rewind.liveMs,
      onLiveChat: () => setWantsLive(true),
    };
    return (
      <>
        <PastChat {...past} {...(className && { className })} />
        {dialog}
      </>
    );
  }
  return (
    <>
      <ChatPanel {...props} entries={entries} />
      {dialog}
    </>
  );
}
