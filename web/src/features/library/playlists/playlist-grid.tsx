import { ListVideo } from 'lucide-react';
import type { Playlist } from '#shared/channels/playlists.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/ui/links/link.tsx';
import { Poster } from '#web/ui/pictures/poster.tsx';
import { hiddenLabel } from './playlist-words.ts';

// By the container's width, which a chat reduces.
const COLUMNS = 'grid grid-cols-1 gap-x-4 gap-y-6 @md:grid-cols-2 @3xl:grid-cols-3 @6xl:grid-cols-4';

interface PlaylistGridProps {
  readonly playlists: readonly Playlist[];
  readonly level: 2 | 3;
}

export function PlaylistGrid({ playlists, level }: PlaylistGridProps) {
  return (
    <div className="@container">
      <ul className={COLUMNS}>
        {playlists.map((playlist) => (
          <li key={playlist.id} className="min-w-0">
            <PlaylistCard playlist={playlist} level={level} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function PlaylistCard({ playlist, level }: { readonly playlist: Playlist; readonly level: 2 | 3 }) {
  const Heading = `h${level}` as const;
  const { id, title, picture_url, count } = playlist;
  const hidden = hiddenLabel(playlist);
  return (
    <Link to={paths.playlist(id)} className="group block rounded-card">
      <div className="relative aspect-video overflow-hidden rounded-card bg-raised outline-1 -outline-offset-1 outline-line group-hover:outline-2 group-hover:outline-accent">
        <Poster url={picture_url} name={id} />
        {hidden && <span className={`${LABEL} start-2 top-2`}>{hidden}</span>}
        <span className={`${LABEL} end-2 bottom-2 flex items-center gap-1.5 tabular-nums`}>
          <ListVideo aria-hidden className="size-4" />
          {count !== undefined && t('library.entryCount', { count })}
        </span>
      </div>
      <Heading dir="auto" className="mt-3 line-clamp-2 font-semibold wrap-anywhere group-hover:text-accent">
        {title}
      </Heading>
    </Link>
  );
}

const LABEL = 'absolute rounded-sm bg-black/75 px-1.5 py-0.5 text-xs font-medium text-white';
