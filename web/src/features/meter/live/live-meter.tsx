import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Channel, VisibleMeter } from '#shared/channels/channels.ts';
import { call } from '#web/lib/api/api.ts';
import { useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { toastFailed } from '#web/ui/overlays/toast.tsx';
import { trackSound } from '../link/sound-source.ts';
import { MeterView } from '../panel/meter-view.tsx';
import { useMeter } from '../link/meter-link.ts';
import { type RecordedBroadcast, useCurve } from './use-curve.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface LiveMeterProps {
  readonly sound: () => MediaStreamTrack | null;
  /** The running broadcast, if its replay can store the curve. */
  readonly recording: RecordedBroadcast | null;
  readonly channel: Channel | undefined;
  readonly onSaved: (channel: Channel) => void;
}

/** Storage keys: whether the streamer measures, and the number of blades. */
const IS_ON = 'meter.isOn';
const BLADES = 'meter.blades';

export function LiveMeter(props: LiveMeterProps) {
  const [isOn, setIsOn] = useSetting(IS_ON);
  return (
    <Card title={t('meter.title')} description={t('meter.hint')}>
      {isOn === null ? (
        <Button variant="secondary" onClick={() => setIsOn('yes')}>
          {t('meter.start')}
        </Button>
      ) : (
        <>
          <Measured {...props} />
          <Button variant="ghost" size="sm" onClick={() => setIsOn(null)} className="mt-3 -ms-3">
            {t('meter.stop')}
          </Button>
        </>
      )}
    </Card>
  );
}

function Measured({ sound, recording, channel, onSaved }: LiveMeterProps) {
  const source = useMemo(() => trackSound(sound), [sound]);
  const [counted, remember] = useSetting(BLADES);
  const take = useCurve(recording);
  const meter = useMeter(source, { blades: Number(counted) || null, onReading: take });
  const viewerMeter = useViewerMeter(channel?.meter ?? null, onSaved);
  if (meter.hasFailed) return <p className="text-sm text-soft">{t('meter.noMicrophone')}</p>;
  const setBlades = (blades: number | null) => {
    meter.setBlades(blades);
    remember(blades === null ? null : `${blades}`);
    if (viewerMeter.isVisible) viewerMeter.show(blades);
  };
  return (
    <div className="space-y-4">
      <MeterView meter={{ ...meter, setBlades }} />
      <Switch
        label={t('meter.showOnVideo')}
        note={t('meter.showOnVideoHint')}
        checked={viewerMeter.isVisible}
        onChange={(isVisible) => (isVisible ? viewerMeter.show(meter.blades) : viewerMeter.hide())}
        disabled={!channel}
      />
    </div>
  );
}

function useViewerMeter(viewerMeter: VisibleMeter | null, onSaved: (channel: Channel) => void) {
  const saving = useMutation({
    mutationFn: (meter: VisibleMeter | null) => call('PATCH /streamers/status', { body: { meter } }),
    onSuccess: onSaved,
    onError: (error) => toastFailed(t('meter.saveFailed'), error),
  });
  // Optimistic: a pending change counts as saved.
  const current = saving.isPending ? saving.variables : viewerMeter;
  return {
    isVisible: current !== null,
    show: (blades: number | null) => saving.mutate({ blades }),
    hide: () => saving.mutate(null),
  };
}
