import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { ChannelEmote } from '#shared/community/channel-emotes.ts';
import { ChatPanel } from '#web/features/chat/chat-panel.tsx';
import { emotesQuery } from '#web/features/chat/rooms.queries.ts';
import { useReportEntry } from '#web/features/moderation/reports/report-menu.tsx';
import type { LiveSteering } from '#web/lib/player-stage.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const PastChat = onDemand(() => import('#web/features/chat/replay/past-chat.tsx'), 'PastChat');

const NO_EMOTES: readonly ChannelEmote[] = [];

interface RoomChatProps extends Omit<ComponentProps<typeof ChatPanel>, 'entries'> {
  /** The stream that the viewer has rewound. @default none */
  readonly rewound?: LiveSteering | null;
}

/** A chat whose messages can be reported; that of the visible picture while the viewer has rewound. */
export function RoomChat({ rewound = null, ...props }: RoomChatProps) {
  const { channelId, streamer } = props;
  const { emotes = NO_EMOTES } = useQuery(emotesQuery(channelId)).data ?? {};
  const { entries, dialog } = useReportEntry(channelId, streamer, emotes);
  const [wantsLive, setWantsLive] = useState(false);
  // The choice ends when the viewer returns to live.
  if (wantsLive && !rewound) setWantsLive(false);
  if (rewound?.rewind && !wantsLive) {
    const { className } = props;
    const { playingDate, rewind } = rewound;
    const past = {
      channelId,
      streamer,
      playingDate,
      liveMs: rewind.liveMs,
      onLiveChat: () => setWantsLive(true),
    };
    return <PastChat {...past} {...(className && { className })} />;
  }
  return (
    <>
      <ChatPanel {...props} entries={entries} />
      {dialog}
    </>
  );
}
