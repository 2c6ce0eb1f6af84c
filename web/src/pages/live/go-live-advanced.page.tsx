import { Layers } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { useQueryClient } from '@tanstack/react-query';
import { paths } from '#web/lib/paths.ts';
import { HideViewers } from '#web/features/on-air/hide-viewers.tsx';
import { OnAirBar } from '#web/features/on-air/on-air-bar.tsx';
import { useSaveDetails } from '#web/features/on-air/status.mutations.ts';
import { useEndQuestion } from '#web/features/on-air/end-button.tsx';
import { PlanBroadcasts } from '#web/features/schedules/editor/plan-broadcasts.tsx';
import { HealthCard } from '#web/features/stream-health/health-card.tsx';
import { LastStream } from '#web/features/channels/last-stream.tsx';
import { channelsKey, useSetChannel } from '#web/features/channels/channels.queries.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PreviewCard } from '#web/features/streaming/preview-card.tsx';
import { StreamCredentialsCard } from '#web/features/streaming/stream-credentials-card.tsx';
import { StreamState } from '#web/features/streaming/stream-state.tsx';
import { StreamSetupCard } from '#web/features/streaming/stream-setup-card.tsx';
import { keepDetails } from '#web/features/streaming/streaming.queries.ts';
import { useDashboard } from '#web/features/streaming/use-dashboard.ts';
import { type SignedInUser, useSession } from '#web/lib/api/session/session.ts';
import { EmailNotice } from '#web/features/auth/settings/email/email-notice.tsx';
import { isBlank } from '#web/lib/hooks/use-stream-details.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { FailureState } from '#web/ui/states/failure-state.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { RaidButton } from './raid-button.tsx';
import { StreamFans } from './stream-fans.tsx';
import { PreviewPlayer, useOwnChannel, ViewersPlayer } from './own-channel.tsx';
import { useOwnViewers } from './own-viewers.ts';
import { RoomChat } from '../chat/room-chat.tsx';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const StreamReceiptCard = onDemand(
  () => import('#web/features/streaming/receipt-card.tsx'),
  'StreamReceiptCard',
  { isOptional: true },
);

/** /go-live-advanced: specification §2 ("Go Live with Your Fan"). The router requires a signed-in user. */
export function GoLiveAdvancedPage() {
  useDocumentTitle(t('goLiveAdvanced.title'));
  const user = useSession()?.user;
  if (!user) return null;
  return (
    <div className="mx-auto max-w-7xl">
      <h1 className="text-2xl font-bold">{t('goLiveAdvanced.title')}</h1>
      <p className="mt-1 mb-4 max-w-2xl text-soft">
        {rich('goLiveAdvanced.intro', {
          link: (text) => <TextLink to={paths.goLive()}>{text}</TextLink>,
        })}
      </p>
      <div className="mb-6 flex flex-wrap gap-3">
        <PlanBroadcasts />
        <StreamFans user={user} />
        <ButtonLink to={paths.overlays()} variant="secondary" size="sm">
          <Layers className="size-4" />
          {t('overlays.title')}
        </ButtonLink>
      </div>
      <EmailNotice />
      <Dashboard key={user.id} user={user} />
    </div>
  );
}

function Dashboard({ user }: { readonly user: SignedInUser }) {
  const dashboard = useDashboard();
  const { query, status, isLive } = dashboard;
  const channel = useOwnChannel(user.username, isLive);
  const viewers = useOwnViewers(channel, isLive && channel?.is_live === true);
  const stopping = useEndQuestion({
    viewers: viewers.count,
    button: t('streaming.stopStream'),
    onEnd: dashboard.end,
  });
  const channelPath = paths.channel(user.username);
  if (query.isPending) return <Loading />;
  if (!status) {
    return <FailureState title={t('goLiveAdvanced.loadFailed')} query={query} />;
  }
  return (
    <>
      {status.started_at !== null && status.ingest === 'receiving' && (
        <OnAirBar
          channelPath={channelPath}
          startedAt={status.on_air_since ?? status.started_at}
          viewers={viewers}
        />
      )}
      {isLive ? <StreamState status={status} /> : <StreamReceiptCard username={user.username} />}
      {status.preview && channel && (
        <PreviewCard preview={status.preview}>
          <PreviewPlayer channel={channel} url={status.preview.playback_url} />
        </PreviewCard>
      )}
      <div className={`grid grid-cols-1 items-start gap-6 lg:grid-cols-2 ${isLive ? 'xl:grid-cols-3' : ''}`}>
        <Setup
          dashboard={dashboard}
          channel={channel}
          onStop={stopping.end}
          raid={<RaidButton channel={channel} onEnd={dashboard.end} size="lg" className="w-full" />}
        />
        <div className="space-y-6">
          <StreamCredentialsCard
            status={status}
            onResetKey={dashboard.resetKey}
            isResetting={dashboard.isResetting}
            channelPath={channelPath}
          />
          {status.preview && <HealthCard />}
        </div>
        {isLive && (
          <div
            className={`space-y-6 lg:max-xl:col-span-2 ${status.ingest === 'receiving' ? 'max-lg:order-first' : ''}`}
          >
            <HealthCard />
            <RoomChat channelId={user.id} streamer={user.username} className="h-112" />
            {channel && <ViewersPlayer channel={channel} />}
          </div>
        )}
      </div>
      {isLive && stopping.question}
    </>
  );
}

interface SetupProps {
  readonly dashboard: ReturnType<typeof useDashboard>;
  readonly channel: Channel | undefined;
  readonly onStop: () => void;
  readonly raid: ReactNode;
}

function Setup({ dashboard, channel, onStop, raid }: SetupProps) {
  const { form, change, readForm, forgetDraft } = dashboard.details;
  const cache = useQueryClient();
  const saving = useSaveDetails(({ title, game, tags }, { keep_replay }) => {
    const keep = keep_replay === undefined ? {} : { keep_replay };
    void keepDetails(cache, { title, game, tags, ...keep }).then(forgetDraft);
    void cache.invalidateQueries({ queryKey: channelsKey });
  });
  const save = () => {
    const setup = readForm();
    if (setup) saving.mutate(setup);
  };
  return (
    <StreamSetupCard
      dashboard={dashboard}
      isSaving={saving.isPending}
      switches={<HideViewers channel={channel} onSaved={useSetChannel()} />}
      lastStream={
        !dashboard.isLive && <LastStream channel={channel} isFormEmpty={isBlank(form)} onUse={change} />
      }
      onSave={save}
      onStop={onStop}
      raid={raid}
    />
  );
}
