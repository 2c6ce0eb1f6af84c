import { MonitorX, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { FanMark } from '../../../ui/fan-mark.tsx';
import { SlowOffers, slowWords } from './connection-notice.tsx';
import { useOnline } from '../../../lib/hooks/use-online.ts';
import { Notice, type NoticeWords, OFFLINE_WORDS } from '../notice.tsx';
import { isLiveState, type LiveState, type PlayerState } from './player.machine.ts';

const turningFan = <FanMark spinning className="size-10 text-[#4fd1d9] sm:size-14" />;

const LOADING: readonly PlayerState['name'][] = ['connecting', 'starting', 'reconnecting', 'waiting'];

/** What would play, if only it arrived; `null`: it does, or something else is in its way. */
function tooSlow(state: PlayerState): LiveState | null {
  if (!isLiveState(state) || !state.isSlow || state.ingest === 'waiting') return null;
  return state.name === 'starting' || state.name === 'reconnecting' || state.name === 'waiting'
    ? state
    : null;
}

/** What the player says in place of a picture; `null` while there is one. */
function wordsFor(state: PlayerState, isOnline: boolean): NoticeWords | null {
  if (!isOnline && LOADING.includes(state.name)) return { ...OFFLINE_WORDS, icon: turningFan };
  const slow = tooSlow(state);
  if (slow) return { title: slowWords(slow), text: 'It is tried again and again.', icon: turningFan };
  switch (state.name) {
    case 'offline':
      return {
        title: 'Channel Offline',
        text: 'This channel is currently not streaming',
        icon: <VideoOff className="size-9 sm:size-12" />,
      };
    case 'waiting':
    case 'dry':
      return {
        title: 'Waiting for the picture',
        text:
          state.session === 0
            ? 'The stream is set up. The video starts by itself as soon as it arrives.'
            : 'The stream was interrupted. The video goes on by itself as soon as it is back.',
        icon: turningFan,
      };
    case 'reconnecting':
      return { title: 'Reconnecting', text: 'The video goes on by itself.', icon: turningFan };
    case 'connecting':
    case 'starting':
      return { title: state.isSoundAlone ? 'Starting the sound' : 'Starting the video', icon: turningFan };
    case 'unsupported':
      return {
        title: 'This browser cannot play live video',
        text: 'A current version of Chrome, Edge, Firefox or Safari can.',
        icon: <MonitorX className="size-9 sm:size-12" />,
      };
    default:
      return null;
  }
}

interface PlayerNoticeProps {
  readonly state: PlayerState;
  readonly onSoundAlone: (isOn: boolean) => void;
  readonly whileOffline?: ReactNode;
}

/** Covers the player with words while it has no picture. */
export function PlayerNotice({ state, onSoundAlone, whileOffline }: PlayerNoticeProps) {
  const isOnline = useOnline();
  const slow = isOnline ? tooSlow(state) : null;
  return (
    <Notice words={wordsFor(state, isOnline)}>
      {state.name === 'offline' && whileOffline}
      {slow && (
        <div className="mt-4 text-sm">
          <SlowOffers state={slow} steering={null} onSoundAlone={onSoundAlone} />
        </div>
      )}
    </Notice>
  );
}
