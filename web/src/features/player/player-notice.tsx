import { MonitorX, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { FanMark } from '../../ui/fan-mark.tsx';
import type { PlayerState } from './player.machine.ts';

interface Words {
  readonly title: string;
  readonly text?: string;
  readonly icon: ReactNode;
}

const turningFan = <FanMark spinning className="size-10 text-[#4fd1d9] sm:size-14" />;

/** What the player says in place of a picture; `null` while there is one. */
function wordsFor(state: PlayerState): Words | null {
  switch (state.name) {
    case 'offline':
      return {
        title: 'Channel Offline',
        text: 'This channel is currently not streaming',
        icon: <VideoOff className="size-9 sm:size-12" />,
      };
    case 'waiting':
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
      return { title: 'Starting the video', icon: turningFan };
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

/** Covers the player with words while it has no picture. Always there, so that a change is read out. */
export function PlayerNotice({ state }: { readonly state: PlayerState }) {
  const words = wordsFor(state);
  return (
    <div role="status" className={words ? COVER : 'sr-only'}>
      {words && (
        <>
          <span aria-hidden="true" className="mb-3 text-white/60 sm:mb-4">
            {words.icon}
          </span>
          <p className="text-lg font-semibold sm:text-xl">{words.title}</p>
          {words.text && <p className="mt-1 max-w-sm text-sm text-white/70 sm:text-base">{words.text}</p>}
        </>
      )}
    </div>
  );
}

const COVER =
  'absolute inset-0 z-10 flex flex-col items-center justify-center bg-[radial-gradient(ellipse_at_center,#20313b_0%,#121c23_75%)] px-6 text-center';
