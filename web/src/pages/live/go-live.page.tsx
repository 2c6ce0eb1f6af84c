import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CATEGORIES } from '#shared/plain/category-list.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { cameraStreamId } from '#web/lib/media/camera-stream.ts';
import { paths } from '#web/lib/paths.ts';
import { EmailNotice } from '#web/features/auth/settings/email/email-notice.tsx';
import type { BroadcastPhase, BroadcastState } from '#web/features/browser-stream/broadcast.ts';
import { waitingOf } from '#web/features/browser-stream/broadcast-words.ts';
import { CameraCard } from '#web/features/browser-stream/cards/camera-card.tsx';
import { DetailsCard } from '#web/features/browser-stream/cards/details-card.tsx';
import { UnfinishedCard } from '#web/features/browser-stream/cards/unfinished-card.tsx';
import { type Broadcast, useBroadcast } from '#web/features/browser-stream/use-broadcast.ts';
import { continuesAtOnce } from '#web/features/browser-stream/interrupted/continue-at-once.ts';
import { HideViewers } from '#web/features/on-air/hide-viewers.tsx';
import { LiveElsewhere } from '#web/features/on-air/live-elsewhere.tsx';
import { useEndBroadcast, useSaveDetails } from '#web/features/on-air/status.mutations.ts';
import { useEndQuestion, watchingText } from '#web/features/on-air/end-button.tsx';
import { PlanBroadcasts } from '#web/features/schedules/editor/plan-broadcasts.tsx';
import { LastStream } from '#web/features/channels/last-stream.tsx';
import { channelsKey, useSetChannel } from '#web/features/channels/channels.queries.ts';
import type { RecorderFacts } from '#web/features/stream-health/rule.ts';
import { HealthCard } from '#web/features/stream-health/health-card.tsx';
import { streamStatusQuery } from '#web/features/streaming/streaming.queries.ts';
import { videosKey } from '#web/features/videos/videos.queries.ts';
import { type SignedInUser, readSession, useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { isBlank } from '#web/lib/hooks/use-stream-details.ts';
import { useLeaveGuard } from '#web/lib/hooks/use-leave-guard.ts';
import { Question } from '#web/ui/overlays/question.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { RaidButton } from './raid-button.tsx';
import { StreamFans } from './stream-fans.tsx';
import { useOwnChannel, ViewersPlayer } from './own-channel.tsx';
import { useOwnViewers } from './own-viewers.ts';
import { useOwnStream } from '../own-stream.ts';
import { RoomChat } from '../chat/room-chat.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const OwnMeter = onDemand(() => import('./own-meter.tsx'), 'OwnMeter');

const CaptionsCard = onDemand(
  () => import('#web/features/browser-stream/captions/captions-card.tsx'),
  'CaptionsCard',
);

const InterruptedCard = onDemand(
  () => import('#web/features/browser-stream/interrupted/interrupted-card.tsx'),
  'InterruptedCard',
);

// Few users return to an interrupted broadcast.
const ReceiptCard = onDemand(
  () => import('#web/features/browser-stream/receipt/receipt-card.tsx'),
  'ReceiptCard',
);

/** /go-live: specification §2 ("Stream Your Fan Live"). The router requires a signed-in user. */
export function GoLivePage() {
  useDocumentTitle(t('goLive.title'));
  const user = useSession()?.user;
  if (!user) return null;
  return (
    // On a phone, the buttons stay at the bottom.
    <div className="mx-auto max-w-6xl thumb:pb-20">
      <h1 className="text-2xl font-bold">{t('goLive.title')}</h1>
      <p className="mt-1 mb-4 text-soft">
        <span className="max-sm:hidden">{t('goLive.subtitle')} </span>
        <TextLink to={paths.goLiveAdvanced()}>{t('common.useSoftware')}</TextLink>
      </p>
      <div className="mb-6 max-sm:mb-4 flex flex-wrap gap-3">
        <PlanBroadcasts />
        <StreamFans user={user} />
      </div>
      <EmailNotice />
      <GoLiveAs key={user.id} user={user} />
    </div>
  );
}

function GoLiveAs({ user }: { readonly user: SignedInUser }) {
  const navigate = useNavigate();
  const channelPath = paths.channel(user.username);
  /** The blocked navigation during a broadcast. */
  const wayOut = useRef<(() => void) | null>(null);
  const location = useLocation();
  const broadcast = useBroadcast(
    user.id,
    () => (wayOut.current ? wayOut.current() : void navigate(channelPath)),
    () => continuesAtOnce(location),
  );
  const { phase } = broadcast.state;
  const isLive = phase === 'live';
  const channel = useOwnChannel(user.username, isLive);
  const viewers = useOwnViewers(channel, isLive || channel?.is_live === true);
  const ending = useEndQuestion({
    viewers: viewers.count,
    button: t('common.endStream'),
    onEnd: broadcast.end,
  });
  const blocked = useLeaveGuard(() => broadcast.isOnAir() && readSession() !== null);
  const endAndLeave = () => {
    wayOut.current = blocked?.leave ?? null;
    blocked?.stay();
    broadcast.end();
  };
  const { interrupted } = broadcast.state;
  const { isOpen, showEnded } = useOwnStream();
  const endingElsewhere = useEndBroadcast(showEnded);
  const isElsewhere = phase === 'off' && !interrupted && (channel?.is_live === true || isOpen);
  return (
    <>
      {interrupted && <InterruptedCard broadcast={broadcast} interrupted={interrupted} />}
      <Unfinished broadcast={broadcast} username={user.username} />
      {isElsewhere && channel && (
        <LiveElsewhere
          channel={channel}
          viewers={viewers}
          onEnded={showEnded}
          raid={<RaidButton channel={channel} onEnd={() => endingElsewhere.mutate()} />}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-6 max-sm:gap-4 lg:grid-cols-2 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className={COLUMN}>
          <CameraCard
            {...broadcast}
            end={ending.end}
            viewers={viewers}
            raid={<RaidButton channel={channel} onEnd={broadcast.end} size="lg" />}
          />
          {WITH_CAMERA.includes(phase) && (
            <div className="max-lg:order-1">
              <OwnMeter broadcast={broadcast} channel={channel} />
            </div>
          )}
          {(isLive || isElsewhere) && (
            <div className="max-lg:order-1">
              <HealthCard recorder={isLive ? recorderFacts(broadcast.state) : null} />
            </div>
          )}
          {(isLive || (isElsewhere && channel && cameraStreamId(channel))) && (
            <div className="max-lg:order-1 empty:hidden">
              <CaptionsCard username={user.username} broadcast={isLive ? broadcast : null} />
            </div>
          )}
          {channel && (isLive || isElsewhere) && <ViewersPlayer channel={channel} />}
        </div>
        <div className={COLUMN}>
          {(isLive || isElsewhere) && (
            <RoomChat channelId={user.id} streamer={user.username} className="h-96" />
          )}
          <div className="max-lg:order-1">
            <Details broadcast={broadcast} channel={channel} channelPath={channelPath} />
          </div>
        </div>
      </div>
      {isLive && ending.question}
      {blocked && isLive && (
        <Question
          title={t('goLive.endStreamQuestion')}
          description={viewers.count ? watchingText(viewers.count) : t('goLive.youAreLive')}
          no={t('common.stayLive')}
          yes={t('goLive.endStreamAndLeave')}
          onNo={blocked.stay}
          onYes={endAndLeave}
        >
          {t('goLive.leaveHint')}
        </Question>
      )}
    </>
  );
}

/** In one column, the chat comes before the rarely used cards. */
const COLUMN = 'contents lg:block lg:space-y-6';

const WITH_CAMERA: readonly BroadcastPhase[] = ['ready', 'starting', 'live'];

const recorderFacts = ({ chunks, network, quality, lostChunks }: BroadcastState): RecorderFacts => ({
  isWaiting: network === 'waiting',
  waitingChunks: waitingOf(chunks),
  quality,
  lostChunks,
});

interface DetailsProps {
  readonly broadcast: Broadcast;
  readonly channel: Channel | undefined;
  readonly channelPath: string;
}

function Details({ broadcast, channel, channelPath }: DetailsProps) {
  const { state, details } = broadcast;
  const { form, change } = details;
  const cache = useQueryClient();
  const { data: status } = useQuery({ ...streamStatusQuery(), refetchInterval: false });
  const saving = useSaveDetails(() => {
    broadcast.publish(form);
    void cache.invalidateQueries({ queryKey: channelsKey });
  });
  const isLive = state.phase === 'live' && channel?.is_live === true;
  /** Where another page began the broadcast. Once, because the streamer may empty the form. */
  const restore = useEffectEvent(() => {
    if (!channel || !isBlank(form)) return;
    const { title, game, tags } = channel;
    broadcast.publish({ title, game: categoryNamed(game), tags });
  });
  useEffect(() => {
    if (isLive) restore();
  }, [isLive]);
  const save = () => {
    const setup = details.readForm();
    if (setup) saving.mutate(setup);
  };
  return (
    <DetailsCard
      broadcast={broadcast}
      channelPath={channelPath}
      keepsReplay={status?.keep_replay ?? true}
      switches={<HideViewers channel={channel} onSaved={useSetChannel()} />}
      lastStream={
        state.phase !== 'live' && (
          <LastStream
            channel={channel}
            isFormEmpty={isBlank(form)}
            onUse={({ title, game, tags }) => change({ title, game: categoryNamed(game), tags })}
          />
        )
      }
      isSaving={saving.isPending}
      onSave={save}
    />
  );
}

/** Streaming software may use a custom category. */
const categoryNamed = (game: string): string => CATEGORIES.find(({ name }) => name === game)?.name ?? '';

interface UnfinishedProps {
  readonly broadcast: Broadcast;
  readonly username: string;
}

/** An earlier visit's broadcast and its state. */
function Unfinished({ broadcast, username }: UnfinishedProps) {
  const cache = useQueryClient();
  const { phase, unfinished, recoveredId } = broadcast.state;
  if (recoveredId !== null) {
    return (
      <div className="mb-6">
        <ReceiptCard
          streamId={recoveredId}
          username={username}
          onDismiss={broadcast.forgetRecovered}
          onReplay={() => void cache.invalidateQueries({ queryKey: videosKey })}
        />
      </div>
    );
  }
  if (!unfinished || phase === 'live' || phase === 'ending') return null;
  return <UnfinishedCard key={unfinished.streamId} unfinished={unfinished} broadcast={broadcast} />;
}
