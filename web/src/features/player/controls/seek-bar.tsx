import { type Chapter, chapterAt } from '#shared/plain/videos/chapters.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { type ControlProps, useMedia } from '../commands/media.ts';
import { usePreviewPicture } from './preview-pictures.ts';
import { SeekPreview, useStoryboard } from './seek-preview.tsx';
import { SeekTrack, useSeekPointer } from './seek-track.tsx';

// Loaded on demand, because few videos have one.
const SeekCurve = onDemand(() => import('./curve/seek-curve.tsx'), 'SeekCurve', { isOptional: true });

export interface SeekBarFiles {
  /** WebVTT file with preview pictures. @default none */
  readonly storyboardUrl?: string | null | undefined;
  /** WebVTT file with the readings of a fan meter. @default none */
  readonly curveUrl?: string | null | undefined;
}

export interface Chaptered {
  /** @default none */
  readonly chapters?: readonly Chapter[] | undefined;
}

const NO_RANGES: readonly (readonly [number, number])[] = [];

interface SeekBarProps extends ControlProps, SeekBarFiles, Chaptered {
  /** Whether a pointer has been over the player, so that previews are loaded. */
  readonly hasPointer: boolean;
}

/** The seek bar of a video. */
export function SeekBar({
  media,
  commands,
  storyboardUrl = null,
  curveUrl = null,
  chapters,
  hasPointer,
}: SeekBarProps) {
  const currentS = useMedia(media, ({ mediaCurrentTime = 0 }) => mediaCurrentTime);
  const durationS = useMedia(media, ({ mediaDuration }) => mediaDuration || 0);
  const buffered = useMedia(media, ({ mediaBuffered }) => mediaBuffered ?? NO_RANGES);
  const pointer = useSeekPointer(durationS, commands.seekTo);
  const picture = usePreviewPicture(useStoryboard(storyboardUrl), pointer.atS, hasPointer);
  return (
    <>
      {curveUrl !== null && (
        <SeekCurve
          url={curveUrl}
          durationS={durationS}
          timeS={pointer.atS ?? currentS}
          seekTo={commands.seekTo}
        />
      )}
      <SeekTrack
        currentS={currentS}
        durationS={durationS}
        buffered={buffered}
        chapters={chapters}
        pointer={pointer}
        seekTo={commands.seekTo}
        preview={(timeS, share) => (
          <SeekPreview
            timeS={timeS}
            share={share}
            picture={picture}
            title={chapterAt(chapters, timeS)?.title}
          />
        )}
      />
    </>
  );
}
