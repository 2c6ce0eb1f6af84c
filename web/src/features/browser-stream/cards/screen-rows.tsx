import { MonitorOff, MonitorUp, Volume2, VolumeX } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import type { SharedScreen } from '../broadcast.ts';
import type { Broadcast } from '../use-broadcast.ts';
import { SoundRow } from './device-rows.tsx';
import { t } from '#web/lib/i18n/messages.ts';

type ScreenRowsProps = Pick<
  Broadcast,
  'state' | 'shareScreen' | 'stopScreen' | 'arrangeScreen' | 'setScreenMuted' | 'screenLevel'
>;

/** Shares a screen beside the camera, before and during a broadcast. */
export function ScreenRows(broadcast: ScreenRowsProps) {
  const { state, shareScreen, stopScreen } = broadcast;
  const { screen } = state;
  const isShared = screen?.isShared === true;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={shareScreen}>
          <MonitorUp className="size-4" />
          {isShared ? t('browserStream.shareOther') : t('browserStream.shareScreen')}
        </Button>
        {isShared && (
          <Button variant="secondary" onClick={stopScreen}>
            <MonitorOff className="size-4" />
            {t('browserStream.stopSharing')}
          </Button>
        )}
      </div>
      {screen && isShared && <Sharing {...broadcast} screen={screen} />}
    </div>
  );
}

function Sharing({
  state,
  screen,
  arrangeScreen,
  setScreenMuted,
  screenLevel,
}: ScreenRowsProps & { readonly screen: SharedScreen }) {
  const { layout, hasSound, isMuted } = screen;
  return (
    <>
      {hasSound ? (
        <SoundRow
          label={t('browserStream.muteScreen')}
          meterLabel={t('browserStream.screenLevel')}
          Icon={isMuted ? VolumeX : Volume2}
          isMuted={isMuted}
          onMute={setScreenMuted}
          level={screenLevel}
        />
      ) : (
        <p className="flex items-center gap-2 text-sm text-soft">
          <VolumeX className="size-5 shrink-0" />
          {t('browserStream.noScreenSound')}
        </p>
      )}
      {state.cameraId !== null && (
        <>
          <Switch
            label={t('browserStream.showCamera')}
            checked={layout.hasCamera}
            onChange={(hasCamera) => arrangeScreen({ ...layout, hasCamera })}
          />
          <Switch
            label={t('browserStream.largerCamera')}
            checked={layout.isLarge}
            disabled={!layout.hasCamera}
            onChange={(isLarge) => arrangeScreen({ ...layout, isLarge })}
          />
        </>
      )}
    </>
  );
}
