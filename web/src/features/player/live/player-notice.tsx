import { Gauge, Headphones, type LucideIcon, MonitorX, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from '#web/lib/hooks/browser-hooks.ts';
import type { Steering } from '#web/lib/player-stage.ts';
import { Notice, type NoticeWords, OFFLINE_WORDS, spinningFan } from '../player-frame.tsx';
import { isInterrupted, isLiveState, type LiveState, type PlayerState } from './player.machine.ts';
import { t } from '#web/lib/i18n/messages.ts';

const LOADING: readonly PlayerState['name'][] = ['connecting', 'starting', 'reconnecting', 'waiting'];

function tooSlow(state: PlayerState): LiveState | null {
  if (!isLiveState(state) || !state.isSlow || state.ingest === 'waiting') return null;
  return state.name === 'starting' || state.name === 'reconnecting' || state.name === 'waiting'
    ? state
    : null;
}

/** The message in place of a picture; `null` while there is one. */
function wordsFor(state: PlayerState, isOnline: boolean, after: NoPictureReason): NoticeWords | null {
  if (!isOnline && LOADING.includes(state.name)) return OFFLINE_WORDS;
  // The banner over the last picture says it.
  if (!isOnline && state.name === 'dry') return null;
  const slow = tooSlow(state);
  if (slow) return { title: slowWords(slow), text: t('player.retrying'), icon: spinningFan };
  switch (state.name) {
    case 'offline':
      return offlineWords(after);
    case 'waiting':
    case 'dry':
      // The last picture stays, with a banner.
      if (isInterrupted(state)) return null;
      return {
        title: t('player.waiting'),
        text: state.session === 0 ? t('player.waitingHint') : t('player.interruptedHint'),
        icon: spinningFan,
      };
    case 'reconnecting':
      return { title: t('player.reconnecting'), text: t('player.reconnectingHint'), icon: spinningFan };
    case 'connecting':
    case 'starting':
      return {
        title: state.isSoundAlone ? t('player.startingAudio') : t('player.startingVideo'),
        icon: spinningFan,
      };
    case 'unsupported':
      return {
        title: t('player.liveUnsupported'),
        text: t('player.unsupportedHint'),
        icon: <MonitorX className="size-9 sm:size-12" />,
      };
    default:
      return null;
  }
}

/** Why an offline channel has no picture: its stream was interrupted, or has ended while this page was open. */
export type NoPictureReason = 'interrupted' | 'ended' | null;

function offlineWords(after: NoPictureReason): NoticeWords {
  if (after === 'interrupted')
    return { title: t('player.waiting'), text: t('player.interruptedHint'), icon: spinningFan };
  const icon = <VideoOff className="size-9 sm:size-12" />;
  if (after === 'ended') return { title: t('player.streamEnded'), icon };
  return { title: t('player.channelOffline'), text: t('player.channelOfflineHint'), icon };
}

interface PlayerNoticeProps {
  readonly state: PlayerState;
  /** @default null */
  readonly after?: NoPictureReason;
  readonly onSoundAlone: (isOn: boolean) => void;
  readonly whileOffline?: ReactNode;
}

/** Covers the player with a message while it has no picture. */
export function PlayerNotice({ state, after = null, onSoundAlone, whileOffline }: PlayerNoticeProps) {
  const isOnline = useOnline();
  const slow = isOnline ? tooSlow(state) : null;
  return (
    <Notice words={wordsFor(state, isOnline, after)}>
      {state.name === 'offline' && after !== 'interrupted' && whileOffline}
      {slow && (
        <div className="mt-4 text-sm">
          <SlowOffers state={slow} steering={null} onSoundAlone={onSoundAlone} />
        </div>
      )}
    </Notice>
  );
}

interface ConnectionNoticeProps {
  readonly state: LiveState;
  readonly steering: Steering | null;
  readonly onSoundAlone: (isOn: boolean) => void;
}

/** A banner over the picture while the viewer is offline or the connection is too slow. */
export function ConnectionNotice({ state, steering, onSoundAlone }: ConnectionNoticeProps) {
  const isOnline = useOnline();
  return (
    <div
      role="status"
      className={
        !isOnline
          ? `${BANNER} beside-offline-bar:hidden`
          : state.isSlow || isInterrupted(state)
            ? BANNER
            : 'sr-only'
      }
    >
      {isOnline && isInterrupted(state) && <p>{t('player.interruptedHint')}</p>}
      {!isOnline && <p>{OFFLINE_WORDS.title}</p>}
      {state.isSlow && isOnline && (
        <>
          <p>{slowWords(state)}</p>
          <SlowOffers state={state} steering={steering} onSoundAlone={onSoundAlone} />
        </>
      )}
    </div>
  );
}

const slowWords = ({ isSoundAlone }: LiveState): string =>
  isSoundAlone ? t('player.tooSlowForAudio') : t('player.tooSlowForVideo');

function SlowOffers({ state, steering, onSoundAlone }: ConnectionNoticeProps) {
  const isChosen = steering !== null && steering.qualities().chosen !== null;
  return (
    <>
      {isChosen && (
        <Offer Icon={Gauge} text={t('player.useAutoQuality')} onClick={() => steering.choose(null)} />
      )}
      {state.soundUrl !== null && !state.isSoundAlone && (
        <Offer Icon={Headphones} text={t('player.useAudioOnly')} onClick={() => onSoundAlone(true)} />
      )}
    </>
  );
}

interface OfferProps {
  readonly Icon: LucideIcon;
  readonly text: string;
  readonly onClick: () => void;
}

function Offer({ Icon, text, onClick }: OfferProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex h-control-sm items-center gap-2 rounded-full bg-white/15 px-3 font-semibold text-white hover:bg-white/25 focus-visible:outline-white"
    >
      <Icon className="size-4" />
      {text}
    </button>
  );
}

const BANNER =
  'absolute inset-x-3 top-16 z-notice mx-auto flex w-fit max-w-[calc(100%-1.5rem)] flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-xl bg-black/80 px-4 py-2 text-sm';
