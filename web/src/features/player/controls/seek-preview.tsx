import { formatClock } from '../../../lib/words/format-media.ts';
import { pictureAt, type StoryboardPicture } from './storyboard.ts';

interface SeekPreviewProps {
  readonly timeS: number;
  /** Of the bar's width, from 0 to 1. */
  readonly share: number;
  readonly pictures: readonly StoryboardPicture[];
}

const HEIGHT_PX = 90;
/** Half of the widest picture: nearer to the edge of the bar than this, the preview stays. */
const EDGE = '5rem';

/** The picture and the time at a place of the seek bar. */
export function SeekPreview({ timeS, share, pictures }: SeekPreviewProps) {
  const picture = pictureAt(pictures, timeS);
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full mb-1 flex -translate-x-1/2 flex-col items-center gap-1"
      style={{ left: `clamp(${EDGE}, ${share * 100}%, calc(100% - ${EDGE}))` }}
    >
      {picture && <Picture picture={picture} />}
      <span className="rounded-sm bg-black/80 px-1.5 py-0.5 text-xs font-semibold tabular-nums">
        {formatClock(timeS)}
      </span>
    </div>
  );
}

function Picture({ picture: { url, part } }: { readonly picture: StoryboardPicture }) {
  const frame = 'overflow-hidden rounded-md border border-white/40 bg-black';
  if (!part) return <img src={url} alt="" height={HEIGHT_PX} className={`h-[90px] ${frame}`} />;
  const scale = HEIGHT_PX / part.height;
  return (
    <div className={frame} style={{ width: part.width * scale, height: HEIGHT_PX }}>
      <div
        className="origin-top-left"
        style={{
          width: part.width,
          height: part.height,
          backgroundImage: `url("${url}")`,
          backgroundPosition: `${-part.x}px ${-part.y}px`,
          scale: String(scale),
        }}
      />
    </div>
  );
}
