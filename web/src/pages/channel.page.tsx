import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';
import { wasOnAir } from '#web/features/browser-stream/on-air-mark.ts';
import { categoriesQuery } from '#web/features/categories/categories.queries.ts';
import { ChannelAbout } from '#web/features/channels/channel-about.tsx';
import { ChannelHeader } from '#web/features/channels/channel-header.tsx';
import { ChannelMissing } from '#web/features/channels/channel-missing.tsx';
import { BellButton } from '#web/features/follows/bell-button.tsx';
import { FollowButton, useFollow } from '#web/features/follows/use-follow.tsx';
import { useSaveMenus } from '#web/features/library/use-save-menus.tsx';
import { OwnStreamTools } from '#web/features/on-air/end-button.tsx';
import { useEndBroadcast } from '#web/features/on-air/status.mutations.ts';
import { FULL_CHAT } from '#web/features/player/commands/full-screen.ts';
import { useAfterFirstPlayer } from '#web/features/player/player-frame.tsx';
import { Player } from '#web/features/player/live/player.tsx';
import { usePresence } from '#web/features/presence/presence.reporter.ts';
import { EditProfile, useSavedEdits } from '#web/features/profile/edit-profile.tsx';
import { ReportMenu } from '#web/features/moderation/reports/report-menu.tsx';
import { channelsKey } from '#web/features/channels/channels.queries.ts';
import { useLiveChannel } from '#web/features/channels/use-live-channel.ts';
import { useOwnStream } from './own-stream.ts';
import { ChannelVideos } from '#web/features/videos/lists/channel-videos.tsx';
import { isNotFound } from '#web/lib/api/api.ts';
import { paths } from '#web/lib/paths.ts';
import { rename, useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle, useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { useEnded } from '#web/lib/hooks/use-ended.ts';
import type { LiveSteering } from '#web/lib/player-stage.ts';
import { onDemand, overlayOnDemand } from '#web/ui/on-demand.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import { RaidButton } from './live/raid-button.tsx';
import { RoomChat } from './chat/room-chat.tsx';
import { playIn } from './watch/play-in.ts';
import { readSpeedChapters } from './watch/speed-chapters.ts';
import { t } from '#web/lib/i18n/messages.ts';

const ChannelFans = onDemand(() => import('./watch/fans-in-sight.tsx'), 'ChannelFans', { isOptional: true });

const OwnReceipt = onDemand(() => import('./watch/own-receipt.tsx'), 'OwnReceipt');

const OwnFans = onDemand(() => import('./watch/own-fans.tsx'), 'OwnFans');
const fansOf = (of: Channel | Video) => <OwnFans of={of} />;
const OWNER_TOOLS = { fansOf, playIn, readSpeedChapters };

const ChannelTools = overlayOnDemand(() => import('./watch/player-tools.tsx'), 'ChannelTools');

const WhileOffline = onDemand(() => import('./watch/while-offline.tsx'), 'WhileOffline', {
  isOptional: true,
});

const BroadcastNotes = onDemand(() => import('#web/features/library/broadcast-notes.tsx'), 'BroadcastNotes', {
  isOptional: true,
});

const RaidCard = onDemand(() => import('#web/features/raids/raid-card.tsx'), 'RaidCard', {
  isOptional: true,
});

// Loads after the content above it.
const Schedule = onDemand(() => import('#web/features/schedules/upcoming.tsx'), 'Upcoming', {
  fallback: <Skeleton className="h-6 w-2/3" />,
  isOptional: true,
});

const ChannelClips = onDemand(() => import('#web/features/clips/lists/channel-clips.tsx'), 'ChannelClips');

const ChannelPlaylists = onDemand(
  () => import('#web/features/library/playlists/channel-playlists.tsx'),
  'ChannelPlaylists',
  { isOptional: true },
);

const RemovalNotes = onDemand(
  () => import('#web/features/moderation/reports/removal-notes.tsx'),
  'RemovalNotes',
);

/** The background time after which the page refetches. */
const STALE_AFTER_MS = 60_000;

export function ChannelPage() {
  const { username = '' } = useParams();
  // The dashboard may have changed the channel.
  const options = { refetchOnMount: 'always', staleTime: STALE_AFTER_MS } as const;
  const { query, updateChannel } = useLiveChannel(username, options);
  const { data, error } = query;
  useAfterFirstPlayer(!query.isPending);
  useDocumentTitle(isNotFound(error) ? t('channel.notFound') : data && (data.title || data.display_name));

  if (isNotFound(error)) return <ChannelMissing username={username} />;
  return (
    <Loaded query={query} failure={t('channel.loadFailed')}>
      {(channel) => <ChannelView key={channel.id} channel={channel} onNews={updateChannel} />}
    </Loaded>
  );
}

interface ChannelViewProps {
  readonly channel: Channel;
  readonly onNews: (channel: Channel) => void;
}

function ChannelView({ onNews, ...props }: ChannelViewProps) {
  const { channel, keep } = useSavedEdits(props.channel);
  const userId = useSession()?.user.id;
  const isOwn = userId === channel.id;
  const follow = useFollow(channel);
  // Broadcasters do not count as viewers.
  const playing = usePresence(channel, !isOwn, onNews);
  const [rewound, setRewound] = useState<LiveSteering | null>(null);
  const menus = useSaveMenus();
  const [chat] = useSetting(FULL_CHAT);
  const ended = useEnded(channel);
  return (
    <div data-theater-page={chat === null ? 'chat' : 'alone'} className={LAYOUT}>
      <div
        className={`max-sm:page-bleed ${channel.is_live ? 'stacked:sticky stacked:top-(--bar) stacked:z-raised' : ''}`}
      >
        {!isOwn && <RaidCard channel={channel} isHeld={rewound !== null || isOnAir(userId)} />}
        <Player
          key={channel.id}
          channel={channel}
          onPlayingDate={playing.setDate}
          whileOffline={<WhileOffline channel={channel} ended={ended} />}
          renderTools={(stage) => <ChannelTools stage={stage} channel={channel} onRewound={setRewound} />}
        />
      </div>
      {userId && !isOwn && channel.is_live && (
        <BroadcastNotes channelId={channel.id} playingDate={playing.date} />
      )}
      <ChannelHeader channel={channel}>
        {!isOwn && <FollowButton follow={follow} name={channel.display_name} />}
        {!isOwn && <BellButton channel={channel} isFollowing={follow.isFollowing} />}
        {!isOwn && <ReportMenu of={channel.display_name} reportables={reportablesOf(channel)} />}
        {isOwn && <OwnerTools channel={channel} onSaved={keep} />}
      </ChannelHeader>
      {/* On a phone, a live chat follows the picture, and an offline one is last. */}
      <RoomChat
        channelId={channel.id}
        streamer={channel.username}
        playingDate={playing.date}
        rewound={rewound}
        className={`chat-column ${channel.is_live ? '' : 'stacked:order-last'}`}
      />
      <div className="min-w-0 space-y-8">
        {isOwn && isBlank(channel) && <RemovalNotes id={channel.id} />}
        {isOwn && <OwnReceipt channel={channel} />}
        <ChannelVideos channel={channel} isOwn={isOwn} tools={OWNER_TOOLS} {...menus}>
          <ChannelAbout
            channel={{ ...channel, followers: follow.followers }}
            planned={<Schedule channel={channel} isOwn={isOwn} />}
          />
          <WhenNear>
            <ChannelClips channelId={channel.id} isOwn={isOwn} />
            <ChannelPlaylists channelId={channel.id} />
          </WhenNear>
        </ChannelVideos>
      </div>
      <ChannelFans channel={channel} isOwn={isOwn} />
    </div>
  );
}

/** Whether the viewer may broadcast from this browser. */
const isOnAir = (userId: string | undefined): boolean => userId !== undefined && wasOnAir(userId);

/** New, or cleared by moderators. */
const isBlank = ({ title, description, avatar, tags }: Channel): boolean =>
  `${title}${description}${avatar}${tags.join('')}` === '';

const reportablesOf = ({ id, display_name: name }: Channel) => [
  { kind: 'channel', id, name, command: t('channel.reportChannel') } as const,
  {
    kind: 'profile',
    id,
    name: t('channel.profileOf', { name }),
    command: t('channel.reportProfile'),
  } as const,
];

/** Player, header and about in a column, with the chat beside them or between. */
const LAYOUT =
  'flex flex-col gap-(--page-gap) beside:grid beside:grid-cols-[minmax(0,1fr)_var(--chat)] beside:grid-rows-[auto_auto_1fr] ' +
  'theater:page-bleed theater:gap-x-0 theater:*:not-first:not-[aside]:px-(--page-padding)';

interface OwnerToolsProps {
  readonly channel: Channel;
  readonly onSaved: (channel: Channel) => void;
}

function OwnerTools({ channel, onSaved }: OwnerToolsProps) {
  const cache = useQueryClient();
  const { data: categories = [] } = useQuery(categoriesQuery());
  const { isOpen, showEnded } = useOwnStream();
  const ending = useEndBroadcast(showEnded);
  const updateChannel = (saved: Channel) => {
    onSaved(saved);
    rename(saved.display_name);
    void cache.invalidateQueries({ queryKey: channelsKey });
  };
  return (
    <>
      <ButtonLink to={paths.statistics(channel.username)} variant="secondary">
        {t('statistics.title')}
      </ButtonLink>
      <OwnStreamTools channel={channel} hasStream={isOpen} onEnded={showEnded} />
      <RaidButton channel={channel} onEnd={() => ending.mutate()} />
      <EditProfile
        channel={channel}
        categories={categories.map(({ name }) => name)}
        onSaved={updateChannel}
        fansOf={fansOf}
      />
    </>
  );
}
