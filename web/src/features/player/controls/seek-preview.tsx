import { useEffect, useState } from 'react';
import { formatClock } from '#web/lib/i18n/numbers.ts';
import { parseUrl } from '#web/lib/parse-url.ts';
import type { PreviewPicture } from './preview-pictures.ts';
import { type CueTime, fetchVtt, parseCues } from './web-vtt.ts';

/** A cue of the storyboard file (WebVTT): a picture, or a part of one (`#xywh`). */
type StoryboardPicture = PreviewPicture & Pick<CueTime, 'endS'>;

/** Reads the cues (WebVTT §4); `baseUrl` is the file's URL. Cues without a picture are left out. */
export function parseStoryboard(text: string, baseUrl: string): readonly StoryboardPicture[] {
  return parseCues(text).flatMap(({ startS, endS, text: name }) => {
    const url = parseUrl(name, baseUrl);
    return name && url ? [pictureOf(startS, endS, url)] : [];
  });
}

/** Media Fragments URI 1.0 §4.2.2: `#xywh=160,90,160,90`, optionally with `pixel:`. */
function pictureOf(startS: number, endS: number, url: URL): StoryboardPicture {
  const numbers = /[#&]xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)/.exec(url.hash)?.slice(1).map(Number) ?? [];
  const [x, y, width, height] = numbers;
  url.hash = '';
  const isWhole = x === undefined || y === undefined || !width || !height;
  return { startS, endS, url: url.href, part: isWhole ? null : { x, y, width, height } };
}

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
