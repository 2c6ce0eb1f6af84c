import { MonitorX, VideoOff } from 'lucide-react';
import { FanMark } from '../../ui/fan-mark.tsx';
import { Notice, type NoticeWords } from './notice.tsx';
import type { PlayerState } from './player.machine.ts';

const turningFan = <FanMark spinning className="size-10 text-[#4fd1d9] sm:size-14" />;

/** What the player says in place of a picture; `null` while there is one. */
function wordsFor(state: PlayerState): NoticeWords | null {
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

/** Covers the player with words while it has no picture. */
export function PlayerNotice({ state }: { readonly state: PlayerState }) {
  return <Notice words={wordsFor(state)} />;
}
