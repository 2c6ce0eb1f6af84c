import { Camera, Radio, Square } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { BroadcastPhase } from '../broadcast.ts';
import type { Broadcast } from '../use-broadcast.ts';

type ActionBarProps = Pick<Broadcast, 'startCamera' | 'goLive' | 'cancel' | 'end' | 'stopWaiting'> & {
  readonly phase: BroadcastPhase;
};

/**
 * The buttons of specification §2: Start Camera, then Go LIVE and Cancel, then End Stream. On a phone they stay at the
 * lower edge, where a thumb is, also while the details are filled in.
 */
export function ActionBar(props: ActionBarProps) {
  const { phase, cancel, stopWaiting } = props;
  return (
    <div
      data-action-bar
      className="flex gap-3 thumb:fixed thumb:inset-x-0 thumb:bottom-0 thumb:z-30 thumb:border-t thumb:border-line thumb:bg-surface thumb:p-3"
    >
      {phase === 'ending' ? (
        <Button variant="secondary" size="lg" className="flex-1" onClick={stopWaiting}>
          Leave the rest for later
        </Button>
      ) : (
        <MainButton {...props} />
      )}
      {(phase === 'ready' || phase === 'starting') && (
        <Button variant="secondary" size="lg" disabled={phase === 'starting'} onClick={cancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}

/** One button from Start Camera to End Stream, so that the keyboard stays on it. */
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
      {isOff ? 'Start Camera' : isLive ? 'End Stream' : 'Go LIVE'}
    </Button>
  );
}

/** The second click of a double click was not meant for what the first one has made of the button. */
const isFirstClick = ({ detail }: MouseEvent): boolean => detail < 2;

function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
