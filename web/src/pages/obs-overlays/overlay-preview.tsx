import { useMemo } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { AlertView } from './alerts-overlay.tsx';
import type { Alert } from './alerts.ts';
import { ChatLines } from './chat-overlay.tsx';
import type { OverlayKind, OverlaySettings } from './overlay-settings.ts';
import { sampleMessages, samplePoll } from './sample-messages.ts';
import { ViewersOverlay } from './viewers-overlay.tsx';

const PATTERN = 'repeating-conic-gradient(dimgray 0 25%, gray 0 50%) 0 / 2rem 2rem';

interface OverlayPreviewProps {
  readonly kind: OverlayKind;
  readonly channel: Channel;
  readonly settings: OverlaySettings<OverlayKind>;
}

/** An overlay with samples, above a pattern that stands for the picture. */
export function OverlayPreview({ kind, channel, settings }: OverlayPreviewProps) {
  const { 'layer-width': width, 'layer-height': height } = settings;
  return (
    <>
      <div
        className="max-w-full overflow-hidden rounded-md"
        style={{ width, height, maxHeight: '60dvh', background: PATTERN }}
      >
        <Sample kind={kind} channel={channel} settings={settings} />
      </div>
      {kind === 'viewers' && channel.viewers === undefined && (
        <p role="status" className="mt-3 text-sm text-soft">
          {t('overlays.viewersHidden')}
        </p>
      )}
    </>
  );
}

function Sample({ kind, channel, settings }: OverlayPreviewProps) {
  switch (kind) {
    case 'chat':
      return <SampleChat settings={settings as OverlaySettings<'chat'>} />;
    case 'viewers':
      return <ViewersOverlay channel={asLive(channel)} settings={settings as OverlaySettings<'viewers'>} />;
    case 'alerts':
      return <SampleAlerts settings={settings as OverlaySettings<'alerts'>} channel={channel} />;
  }
}

const SAMPLE_VIEWERS = 123;

/** Also while it is offline. A hidden number stays hidden. */
const asLive = (channel: Channel): Channel => ({
  ...channel,
  is_live: true,
  viewers: channel.viewers === undefined ? undefined : channel.viewers || SAMPLE_VIEWERS,
});

function SampleChat({ settings }: { readonly settings: OverlaySettings<'chat'> }) {
  const nowMs = useNow(1000);
  const poll = settings.polls ? samplePoll(nowMs) : undefined;
  return <ChatLines messages={sampleMessages(nowMs)} poll={poll} settings={settings} nowMs={nowMs} />;
}

function SampleAlerts({
  settings,
  channel,
}: Omit<OverlayPreviewProps, 'kind' | 'settings'> & {
  readonly settings: OverlaySettings<'alerts'>;
}) {
  const { username, followers } = channel;
  const everyMs = settings.time * 1000;
  const nowMs = useNow(everyMs);
  const alerts = useMemo((): Alert[] => {
    const { follows, clips, raids, goal } = settings;
    return [
      ...(follows ? [{ kind: 'follow', count: 1, followers: followers + 1 } as const] : []),
      ...(clips ? [{ kind: 'clip', title: t('overlays.sampleQuestion'), clipper: username } as const] : []),
      ...(raids ? [{ kind: 'raid', username, raid: { viewers: SAMPLE_VIEWERS } } as const] : []),
      ...(goal > 0 ? [{ kind: 'goal', goal } as const] : []),
    ];
  }, [settings, username, followers]);
  return <AlertView alert={alerts[Math.floor(nowMs / everyMs) % alerts.length]} font={settings.font} />;
}
