import { Gauge, Headphones, type LucideIcon } from 'lucide-react';
import { useOnline } from '../../../lib/hooks/use-online.ts';
import { OFFLINE_WORDS } from '../notice.tsx';
import type { LiveState } from './player.machine.ts';
import type { Steering } from '../engine/steering.ts';

interface ConnectionNoticeProps {
  readonly state: LiveState;
  readonly steering: Steering | null;
  readonly onSoundAlone: (isOn: boolean) => void;
}

/** Says over the picture that the viewer is offline, or on a connection too slow for it. Silent otherwise. */
export function ConnectionNotice({ state, steering, onSoundAlone }: ConnectionNoticeProps) {
  const isOnline = useOnline();
  return (
    <div role="status" className={state.isSlow || !isOnline ? BANNER : 'sr-only'}>
      {!isOnline && <p>{OFFLINE_WORDS.title}.</p>}
      {state.isSlow && isOnline && (
        <>
          <p>{slowWords(state)}.</p>
          <SlowOffers state={state} steering={steering} onSoundAlone={onSoundAlone} />
        </>
      )}
    </div>
  );
}

/** What the connection is too slow for. */
export const slowWords = ({ isSoundAlone }: LiveState): string =>
  `Your connection is too slow ${isSoundAlone ? 'even for the sound alone' : 'for this picture'}`;

/** What a slow connection may carry. */
export function SlowOffers({ state, steering, onSoundAlone }: ConnectionNoticeProps) {
  const isChosen = steering !== null && steering.qualities().chosen !== null;
  return (
    <>
      {isChosen && <Offer Icon={Gauge} words="Automatic quality" onClick={() => steering.choose(null)} />}
      {state.soundUrl !== null && !state.isSoundAlone && (
        <Offer Icon={Headphones} words="Sound alone" onClick={() => onSoundAlone(true)} />
      )}
    </>
  );
}

interface OfferProps {
  readonly Icon: LucideIcon;
  readonly words: string;
  readonly onClick: () => void;
}

function Offer({ Icon, words, onClick }: OfferProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-9 items-center pointer-coarse:h-11 gap-2 rounded-full bg-white/15 px-3 font-semibold text-white hover:bg-white/25 focus-visible:outline-white"
    >
      <Icon className="size-4" />
      {words}
    </button>
  );
}

const BANNER =
  'absolute inset-x-3 top-16 z-30 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-xl bg-black/80 px-4 py-2 text-sm';
