import { MonitorPlay } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { useLiveChannel } from '#web/features/channels/use-live-channel.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** The user's channel as viewers see it, with its current live state. */
export function useOwnChannel(username: string, isLive: boolean): Channel | undefined {
  const { query } = useLiveChannel(username, {
    refetchOnMount: 'always',
    isPolled: ({ data }) => isLive || data?.is_live === true,
  });
  return query.data;
}

// Loads on request, because most broadcasters watch their local picture.
const Player = onDemand(() => import('#web/features/player/live/player.tsx'), 'Player');

export const ViewersPlayer = ({ channel }: { readonly channel: Channel }) => (
  <ViewersPicture>
    <Player channel={channel} />
  </ViewersPicture>
);

interface PreviewPlayerProps {
  readonly channel: Channel;
  readonly url: string;
}

/** What software sends before the channel is live. */
export const PreviewPlayer = ({ channel, url: video_url }: PreviewPlayerProps) => (
  <Player channel={{ ...channel, is_live: true, ingest: 'receiving', video_url }} />
);

function ViewersPicture({ children }: { readonly children: ReactNode }) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <Card title={t('ownChannel.title')} isCompact>
      <div className="flex flex-col gap-3">
        {isVisible && <div className="w-full max-w-md overflow-hidden rounded-md">{children}</div>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={isVisible}
            onClick={() => setIsVisible(!isVisible)}
          >
            <MonitorPlay className="size-4" />
            {isVisible ? t('ownChannel.hideVideo') : t('ownChannel.showVideo')}
          </Button>
          <p className="text-sm text-soft">{t('ownChannel.hint')}</p>
        </div>
      </div>
    </Card>
  );
}
