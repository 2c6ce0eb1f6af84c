import { CircleAlert } from 'lucide-react';
import type { Video } from '../../../../../shared/videos.ts';
import { FanMark } from '../../../ui/fan-mark.tsx';
import { ProgressBar } from '../../../ui/states/progress-bar.tsx';

/** Covers the poster of a video that cannot be watched, for its owner. */
export function ProcessingState({ video }: { readonly video: Video }) {
  const { status, percent } = video;
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-black/75 px-6 text-center text-sm font-medium text-white">
      {status === 'failed' ? (
        <>
          <CircleAlert className="size-6 text-[#ff8f8a]" />
          Failed
        </>
      ) : (
        <>
          <FanMark spinning className="size-6" />
          <span className="tabular-nums">Processing {percent} %</span>
          <ProgressBar label={`Processing ${video.title}`} share={percent / 100} className="max-w-40" />
        </>
      )}
    </div>
  );
}
