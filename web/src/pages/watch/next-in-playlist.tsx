import { entryPath, type Playing } from '#web/features/library/playlists/playing.ts';
import { usePlaying } from '#web/features/library/playlists/use-playing.ts';
import { NextCard, useDismissal } from '#web/features/videos/watch/next-video.tsx';
import { Poster } from '#web/ui/pictures/poster.tsx';

interface NextInPlaylistProps {
  readonly playing: Playing;
  readonly currentId: string;
  /** The element that has played it to the end. */
  readonly ended: HTMLVideoElement;
}

/** Offers the playlist's next entry over the ended one, and plays it after some seconds. */
export function NextInPlaylist({ playing, currentId, ended }: NextInPlaylistProps) {
  const [isDismissed, dismiss] = useDismissal(ended);
  const { next } = usePlaying(playing, currentId);
  const content = next && (next.video ?? next.clip);
  if (isDismissed || !next || !content) return null;
  return (
    <NextCard
      key={next.id}
      title={content.title}
      displayName={content.display_name}
      to={entryPath(next, playing)}
      onDismiss={dismiss}
    >
      <div className="aspect-video overflow-hidden rounded-card bg-raised">
        <Poster url={content.thumbnail_url} name={content.id + content.title} />
      </div>
    </NextCard>
  );
}
