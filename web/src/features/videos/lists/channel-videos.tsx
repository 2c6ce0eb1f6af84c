import { useInfiniteQuery } from '@tanstack/react-query';
import { Film, Upload } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { OwnerMenu, type OwnerMenuProps } from '../edit/owner-menu.tsx';
import { channelVideosQuery } from '../videos.queries.ts';
import { type VideoGridProps, VideoPages } from './video-grid.tsx';
import { t } from '#web/lib/i18n/messages.ts';

type OwnerTools = Pick<OwnerMenuProps, 'fansOf' | 'playIn' | 'readSpeedChapters'>;

interface ChannelVideosProps extends Pick<VideoGridProps, 'menuOf'> {
  readonly channel: Pick<Channel, 'id' | 'display_name' | 'is_live'>;
  readonly isOwn: boolean;
  /** For the owner's menus, which replace `menuOf`. */
  readonly tools: OwnerTools;
  /** Content below the videos, rendered with them to avoid a jump. */
  readonly children: ReactNode;
}

export function ChannelVideos({ channel, isOwn, tools, children, ...menus }: ChannelVideosProps) {
  const titleId = useId();
  const list = useInfiniteQuery(
    channelVideosQuery(channel.id, { isAwaiting: useHasJustEnded(channel.is_live), isLive: channel.is_live }),
  );
  const empty = <NoVideos name={isOwn ? null : channel.display_name} />;
  return (
    <>
      <section aria-labelledby={titleId}>
        <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id={titleId} className="text-lg font-semibold">
            {t('videos.heading')}
          </h2>
          {isOwn && (
            <ButtonLink to={paths.upload()} variant="secondary" size="sm">
              <Upload className="size-4" />
              {t('videos.goToUpload')}
            </ButtonLink>
          )}
        </div>
        <VideoPages isOfOne list={list} empty={empty} {...(isOwn ? { menuOf: menuWith(tools) } : menus)} />
      </section>
      {!list.isPending && children}
    </>
  );
}

const menuWith = (tools: OwnerTools) => (video: Video) => <OwnerMenu video={video} {...tools} />;

/** The replay appears within this time. */
const REPLAY_WITHIN_MS = 60_000;

/** Whether the channel went offline recently. */
function useHasJustEnded(isLive: boolean): boolean {
  const [wasLive, setWasLive] = useState(isLive);
  if (isLive && !wasLive) setWasLive(true);
  const hasEnded = wasLive && !isLive;
  useEffect(() => {
    if (!hasEnded) return;
    const timer = setTimeout(() => setWasLive(false), REPLAY_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [hasEnded]);
  return hasEnded;
}

/** `name`: the channel's; `null`: the reader's own. */
function NoVideos({ name }: { readonly name: string | null }) {
  return (
    <div className="flex items-center gap-4 rounded-card border border-dashed border-line px-5 py-6 text-soft">
      <Film className="size-6 shrink-0 text-accent" />
      <p>{name === null ? t('videos.noneOwn') : t('videos.noneOfChannel', { name })}</p>
    </div>
  );
}
