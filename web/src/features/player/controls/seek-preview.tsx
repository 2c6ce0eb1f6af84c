import { useEffect, useState } from 'react';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { parseStoryboard, type PreviewPicture, type StoryboardPicture } from '#web/lib/media/storyboard.ts';
import { fetchVtt } from '#web/lib/media/web-vtt.ts';

const NONE: readonly StoryboardPicture[] = [];

/** Where the preview pictures are; none if loading fails. */
export function useStoryboard(url: string | null): readonly StoryboardPicture[] {
  const [pictures, setPictures] = useState(NONE);
  useEffect(() => {
    if (url === null) return;
    return fetchVtt(url, (text, baseUrl) => setPictures(parseStoryboard(text, baseUrl)));
  }, [url]);
  return pictures;
}

interface SeekPreviewProps {
  readonly timeS: number;
  /** Position on the bar, from 0 to 1. */
  readonly share: number;
  readonly picture: PreviewPicture | null;
  /** The chapter's. */
  readonly title?: string | undefined;
}

const HEIGHT_PX = 90;
/** Half of the widest picture: the preview keeps this distance from the ends of the bar. */
const EDGE = '5rem';

export function SeekPreview({ timeS, share, picture, title }: SeekPreviewProps) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full mb-1 flex -translate-x-1/2 flex-col items-center gap-1"
      style={{ left: `clamp(${EDGE}, ${share * 100}%, calc(100% - ${EDGE}))` }}
    >
      {picture && <Picture picture={picture} />}
      {title && (
        <bdi className="max-w-48 truncate rounded-sm bg-black/80 px-1.5 py-0.5 text-xs font-semibold">
          {title}
        </bdi>
      )}
      <span className="rounded-sm bg-black/80 px-1.5 py-0.5 text-xs font-semibold tabular-nums">
        {formatClock(timeS)}
      </span>
    </div>
  );
}

function Picture({ picture: { url, part } }: { readonly picture: PreviewPicture }) {
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
