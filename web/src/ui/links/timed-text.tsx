import { timeParts, withPlayTime } from '#web/lib/media/play-time.ts';
import { Link } from './link.tsx';
import { LinkedText } from './linked-text.tsx';

interface TimedTextProps {
  readonly text: string;
  /** The address of the video. */
  readonly page: string;
  readonly durationS: number;
}

/** User text with links. A time stamp links to its position in the video. */
export function TimedText({ text, page, durationS }: TimedTextProps) {
  const withPlaces = (plain: string) =>
    timeParts(plain, durationS).map(({ text: part, atS }, index) =>
      atS === undefined ? (
        part
      ) : (
        <Link
          // The same text always has the same parts, so the index identifies a part.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          // Explicit zero, because the plain address has no position.
          to={atS === 0 ? `${page}?t=0` : withPlayTime(page, atS)}
          // Back leaves the page instead of returning to each position.
          replace
          className="rounded-sm text-accent tabular-nums hover:underline"
        >
          {part}
        </Link>
      ),
    );
  return <LinkedText text={text} renderText={withPlaces} />;
}
