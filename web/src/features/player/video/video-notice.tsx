import { MonitorX, VideoOff } from 'lucide-react';
import { FanMark } from '../../../ui/fan-mark.tsx';
import { useOnline } from '../../../lib/hooks/browser-hooks.ts';
import { Notice, type NoticeWords, OFFLINE_WORDS } from '../player-frame.tsx';
import type { VideoState } from './video.machine.ts';

const turningFan = <FanMark spinning className="size-10 text-[#4fd1d9] sm:size-14" />;

const WORDS: Partial<Record<VideoState['name'], NoticeWords>> = {
  reconnecting: { title: 'Reconnecting', text: 'The video goes on by itself.', icon: turningFan },
  gone: {
    title: 'This video cannot be played',
    text: 'Its files are not there any more.',
    icon: <VideoOff className="size-9 sm:size-12" />,
  },
  unsupported: {
    title: 'This browser cannot play the video',
    text: 'A current version of Chrome, Edge, Firefox or Safari can.',
    icon: <MonitorX className="size-9 sm:size-12" />,
  },
};

/** The message in place of a video's picture; while it starts, a spinner over the poster. */
export function VideoNotice({ state }: { readonly state: VideoState }) {
  const isOnline = useOnline();
  const words = WORDS[state.name] ?? null;
  return (
    <>
      {state.name === 'starting' && (
        <div className="absolute inset-0 grid place-items-center bg-black/40">{turningFan}</div>
      )}
      <Notice words={words && !isOnline ? { ...words, ...OFFLINE_WORDS } : words} />
    </>
  );
}
