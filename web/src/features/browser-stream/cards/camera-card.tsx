import { Camera, MonitorUp, Radio, Square } from 'lucide-react';
import type { ComponentProps, KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import type { OwnViewers } from '#web/ui/own-viewers.tsx';
import { CapNotice } from '#web/ui/states/cap-notice.tsx';
import { cameraLine, waitingOf } from '../broadcast-words.ts';
import { useElapsedS } from '../use-elapsed.ts';
import type { BroadcastPhase } from '../broadcast.ts';
import type { Broadcast } from '../use-broadcast.ts';
import { CameraPreview } from './camera-preview.tsx';
import { Devices } from './device-rows.tsx';
import { ScreenRows } from './screen-rows.tsx';
import { EndingProgress, UploadState } from './upload-state.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface CameraCardProps
  extends
    ComponentProps<typeof Devices>,
    ComponentProps<typeof ScreenRows>,
    Omit<ActionBarProps, 'phase'>,
    Pick<Broadcast, 'refusal'> {
  readonly viewers: OwnViewers;
}

/** Specification §2 (/go-live). */
export function CameraCard({ viewers, refusal, ...broadcast }: CameraCardProps) {
  const { state } = broadcast;
  const { phase, chunks } = state;
  const elapsedS = useElapsedS(state.startedAtMs);
  return (
    <Card title={t('browserStream.previewTitle')} description={cameraLine(state, elapsedS)} isCompact>
      <div
        className="flex flex-col gap-4"
        data-phase={phase}
        data-stored={chunks.stored}
        data-waiting={waitingOf(chunks)}
      >
        <CameraPreview state={state} viewers={viewers} onArrange={broadcast.arrangeScreen} />
        {phase === 'live' && <UploadState {...state} elapsedS={elapsedS} />}
        {(phase === 'ready' || phase === 'starting' || phase === 'live') && <Devices {...broadcast} />}
        {broadcast.canShareScreen && (phase === 'ready' || phase === 'live') && <ScreenRows {...broadcast} />}
        {phase === 'ending' && <EndingProgress chunks={chunks} elapsedS={elapsedS} />}
        <CapNotice words={refusal} />
        <ActionBar {...broadcast} phase={phase} />
      </div>
    </Card>
  );
}

type ActionBarProps = Pick<
  Broadcast,
  'startCamera' | 'startScreen' | 'canShareScreen' | 'goLive' | 'cancel' | 'end' | 'stopWaiting'
> & {
  readonly phase: BroadcastPhase;
  /** Beside the button that ends the broadcast. */
  readonly raid: ReactNode;
};

/** The buttons of specification §2. On a phone they are fixed at the lower edge, within reach of the thumb. */
function ActionBar(props: ActionBarProps) {
  const { phase, cancel, stopWaiting } = props;
  return (
    <div
      data-action-bar
      className="flex flex-wrap gap-3 thumb:fixed thumb:inset-x-0 thumb:bottom-0 thumb:z-notice thumb:border-t thumb:border-line thumb:bg-surface thumb:p-3"
    >
      {phase === 'ending' ? (
        <Button variant="secondary" size="lg" className="flex-1" onClick={stopWaiting}>
          {t('browserStream.finishLater')}
        </Button>
      ) : (
        <MainButton {...props} />
      )}
      {phase === 'live' && props.raid}
      {phase === 'off' && props.canShareScreen && (
        <Button variant="secondary" size="lg" onClick={props.startScreen}>
          <MonitorUp className="size-5" />
          {t('browserStream.shareScreen')}
        </Button>
      )}
      {(phase === 'ready' || phase === 'starting') && (
        <Button variant="secondary" size="lg" disabled={phase === 'starting'} onClick={cancel}>
          {t('common.cancel')}
        </Button>
      )}
    </div>
  );
}

function MainButton({ phase, startCamera, goLive, end }: ActionBarProps) {
  const isOff = phase === 'off' || phase === 'asking';
  const isLive = phase === 'live';
  const press = isOff ? startCamera : isLive ? end : goLive;
  const Icon = isOff ? Camera : isLive ? Square : Radio;
  const isBusy = phase === 'asking' || phase === 'starting';
  return (
    <Button
      size="lg"
      variant={isLive ? 'danger' : 'primary'}
      busy={isBusy}
      className="flex-1"
      onClick={(event) => isFirstClick(event) && press()}
      onKeyDown={ignoreHeldKey}
    >
      {!isBusy && <Icon className={isLive ? 'size-4 fill-current' : 'size-5'} />}
      {isOff ? t('browserStream.startCamera') : isLive ? t('common.endStream') : t('browserStream.goLive')}
    </Button>
  );
}

const isFirstClick = ({ detail }: MouseEvent): boolean => detail < 2;

function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
