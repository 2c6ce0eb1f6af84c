import { Link } from 'react-router-dom';
import type { Video } from '../../../../../shared/videos/videos.ts';
import { paths } from '../../../lib/paths.ts';
import { timeParts, withPlayTime } from '../../../lib/words/play-time.ts';
import { LinkedText } from '../../../ui/links/linked-text.tsx';

/** A description whose addresses and time stamps are links; a time stamp leads to its place in the video above. */
export function VideoDescription({ video }: { readonly video: Video }) {
  const { username, id, description, duration_s } = video;
  const page = paths.video(username, id);
  const withPlaces = (text: string) =>
    timeParts(text, duration_s ?? 0).map(({ text, atS }, index) =>
      atS === undefined ? (
        text
      ) : (
        <Link
          // The same text always has the same parts, so that a part's place names it.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          // From the start too: the plain address is not a place.
          to={atS === 0 ? `${page}?t=0` : withPlayTime(page, atS)}
          // Back leads to where one came from, not to each place that one looked at.
          replace
          className="rounded-sm text-accent tabular-nums hover:underline"
        >
          {text}
        </Link>
      ),
    );
  return <LinkedText text={description} renderText={withPlaces} />;
}
