import { useQuery } from '@tanstack/react-query';
import { EyeOff, Repeat, Share2 } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { Clip } from '#shared/videos/clips.ts';
import { clipQuery, countView } from '#web/features/clips/clips.queries.ts';
import { ClipAbout } from '#web/features/clips/watch/clip-about.tsx';
import { DeleteClip, KeepClip } from '#web/features/clips/watch/clip-owner-tools.tsx';
import type { Playing } from '#web/features/library/playlists/playing.ts';
import { usePlayingAddress } from '#web/features/library/playlists/use-playing-address.ts';
import { LikeButton } from '#web/features/library/like-button.tsx';
import { canLoadSound, loadVideo } from '#web/features/player/engine/playback.ts';
import { keepSound, preferredSound } from '#web/features/player/engine/preferences.ts';
import { type VideoPosition, VideoPlayer } from '#web/features/player/video/video-player.tsx';
import { ReportMenu } from '#web/features/moderation/reports/report-menu.tsx';
import { channelQuery } from '#web/features/channels/channels.queries.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useHiddenNames } from '#web/lib/hooks/use-hidden-people.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import type { LoadRecording } from '#web/lib/sound/deck.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { paths } from '#web/lib/paths.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { share } from '#web/ui/overlays/copy-and-share.ts';
import { isBadAddress, Loaded } from '#web/ui/states/loaded.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { MissingPage } from '#web/ui/states/missing-page.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const CommentsBelow = onDemand(() => import('./watch/comments-below.tsx'), 'CommentsBelow');

const NextInPlaylist = onDemand(() => import('./watch/next-in-playlist.tsx'), 'NextInPlaylist', {
  isOptional: true,
});

const PlayingList = onDemand(
  () => import('#web/features/library/playlists/playing-list.tsx'),
  'PlayingList',
  { isOptional: true },
);

const PlaylistButton = onDemand(
  () => import('#web/features/library/playlists/save-button.tsx'),
  'PlaylistButton',
  { isOptional: true },
);

const ClipLoop = onDemand(() => import('#web/features/clips/watch/clip-loop.tsx'), 'ClipLoop');

export function ClipPage() {
  const { id = '' } = useParams();
  const query = useQuery(clipQuery(id));
  const { error } = query;
  useDocumentTitle(isBadAddress(error) ? t('clip.notFound') : undefined);
  if (isBadAddress(error)) return <ClipMissing />;
  return (
    <Loaded query={query} failure={t('clip.loadFailed')}>
      {(clip) => <ClipByAnybody key={clip.id} clip={clip} />}
    </Loaded>
  );
}

/** A hidden person's clip, whose title is theirs, asks first. */
function ClipByAnybody({ clip }: { readonly clip: Clip }) {
  const usernames = useHiddenNames();
  const [isAsked, setIsAsked] = useState(true);
  const isHidden = [clip.clipper, clip.username].some((name) => usernames.includes(name));
  useDocumentTitle(isHidden && isAsked ? t('clip.hiddenPerson') : clip.title);
  if (!isHidden || !isAsked) return <ClipView clip={clip} />;
  return (
    <EmptyState
      icon={<EyeOff className="size-7" />}
      title={t('clip.hiddenPerson')}
      action={
        <Button variant="secondary" onClick={() => setIsAsked(false)}>
          {t('clip.showAnyway')}
        </Button>
      }
    >
      {t('clip.hiddenPersonHint')}
    </EmptyState>
  );
}

function ClipView({ clip }: { readonly clip: Clip }) {
  const navigate = useNavigate();
  const { data: channel } = useQuery(channelQuery(clip.username));
  const me = useSession()?.user.id;
  const isOwn = me === clip.channel_id;
  const [isLooping, setIsLooping] = useState(false);
  const playing = usePlayingAddress();
  return (
    <div className="mx-auto max-w-5xl space-y-5">
      <div className="max-sm:page-bleed">
        {isLooping ? <LoopedClip clip={clip} /> : <ClipPlayer clip={clip} playing={playing} />}
      </div>
      <ClipAbout clip={clip} avatar={channel?.avatar ?? ''}>
        <LikeButton liked={{ kind: 'clip', id: clip.id }} likes={clip.likes} />
        {me !== undefined && <PlaylistButton liked={{ kind: 'clip', id: clip.id }} />}
        {canLoadSound() && (
          <Button
            variant={isLooping ? 'primary' : 'secondary'}
            aria-pressed={isLooping}
            onClick={() => setIsLooping(!isLooping)}
          >
            <Repeat className="size-4" />
            {t('clip.loop')}
          </Button>
        )}
        <IconButton label={t('common.share')} variant="secondary" onClick={() => void shareClip(clip)}>
          <Share2 className="size-5" />
        </IconButton>
        {me !== clip.clipper_id && (
          <ReportMenu
            of={clip.title}
            reportables={[{ kind: 'clip', id: clip.id, name: clip.title, command: t('clip.reportClip') }]}
          />
        )}
        {(isOwn || me === clip.clipper_id) && (
          <DeleteClip clip={clip} onDeleted={() => void navigate(paths.channel(clip.username))} />
        )}
      </ClipAbout>
      {isOwn && <KeepClip clip={clip} />}
      {playing && <PlayingList playing={playing} currentId={clip.id} />}
      <CommentsBelow
        subject={{
          kind: 'clip',
          id: clip.id,
          channelId: clip.channel_id,
          page: paths.clip(clip.id),
          // A clip of seconds has no places to lead to.
          durationS: 0,
        }}
        isOwn={isOwn}
      />
    </div>
  );
}

/** Reports no playback statistics; reloads lost data. */
function LoopedClip({ clip }: { readonly clip: Clip }) {
  const { playback_url: url } = clip;
  const load: LoadRecording = useCallback(
    (element, startS, lost) => {
      const report = (what: string) => what === 'lost' && lost();
      return loadVideo({ video: element as HTMLVideoElement, url, startS }, { report, onSteering: () => {} });
    },
    [url],
  );
  const [sound, setSound] = useState(preferredSound);
  const mute = (isMuted: boolean) => {
    keepSound({ isMuted });
    setSound({ ...sound, isMuted });
  };
  return <ClipLoop clip={clip} load={load} sound={sound} onMuted={mute} />;
}

interface ClipPlayerProps {
  readonly clip: Clip;
  /** The playlist that plays on. */
  readonly playing: Playing | null;
}

function ClipPlayer({ clip, playing }: ClipPlayerProps) {
  const { id, title, thumbnail_url, playback_url, captions, start_s: startS, duration_s } = clip;
  const span = useMemo(() => ({ startS, endS: startS + duration_s }), [startS, duration_s]);
  const start = useMemo(() => ({ atS: startS }), [startS]);
  const player = useRef<VideoPosition>(null);
  return (
    <VideoPlayer
      video={{ id, title, thumbnail_url, storyboard_url: null, ...(captions && { captions }) }}
      url={playback_url}
      start={start}
      span={span}
      ref={player}
      onWatched={() => void countView(clip)}
      renderEnd={(ended) => playing && <NextInPlaylist playing={playing} currentId={id} ended={ended} />}
    />
  );
}

const shareClip = ({ id, title }: Clip): Promise<void> =>
  share({ title, url: new URL(paths.clip(id), location.origin).href });

const ClipMissing = () => (
  <MissingPage title={t('clip.notFound')} to={paths.home()} action={t('common.goToHome')}>
    {t('clip.notFoundHint')}
  </MissingPage>
);
