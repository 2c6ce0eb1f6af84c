import { Repeat, Shuffle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { t } from '#web/lib/i18n/messages.ts';
import { KEEPS_PLACE } from '#web/lib/navigation/keeps-place.ts';
import { paths } from '#web/lib/paths.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Link } from '#web/ui/links/link.tsx';
import { EntryLink } from './entry-row.tsx';
import { entryPath, newSeed, type Playing } from './playing.ts';
import { titleOf } from './playlist-words.ts';
import { usePlaying } from './use-playing.ts';

interface PlayingListProps {
  readonly playing: Playing;
  /** The id of the video or clip that plays. */
  readonly currentId: string;
}

/** The playlist beside a player, with what plays in it. Nothing if the reader may not see it. */
export function PlayingList({ playing, currentId }: PlayingListProps) {
  const { playlist, order, at, isWhole } = usePlaying(playing, currentId);
  const navigate = useNavigate();
  const list = useRef<HTMLOListElement>(null);
  const currentEntry = order[at]?.id;
  useEffect(() => showCurrent(list.current, currentEntry), [currentEntry]);
  if (!playlist || order.length === 0) return null;
  const current = order[at];
  const change = (changes: Partial<Playing>) =>
    current &&
    void navigate(entryPath(current, { ...playing, ...changes }), { replace: true, state: KEEPS_PLACE });
  const isShuffled = playing.shuffle !== '';
  return (
    <section aria-label={titleOf(playlist)} className="overflow-hidden card">
      <header className="flex items-center gap-2 border-b border-line py-2 ps-4 pe-2">
        <div className="min-w-0 flex-1">
          <h2 dir="auto" className="truncate font-semibold">
            <Link to={paths.playlist(playlist.id)} className="hover:text-accent">
              {titleOf(playlist)}
            </Link>
          </h2>
          <p className="truncate text-xs text-soft tabular-nums">
            <bdi>{playlist.display_name}</bdi>
            {at >= 0 && isWhole && ` · ${t('common.countOfMax', { count: at + 1, max: order.length })}`}
          </p>
        </div>
        <IconButton
          label={t('library.shuffle')}
          aria-pressed={isShuffled}
          onClick={() => change({ shuffle: isShuffled ? '' : newSeed() })}
          className={PRESSED}
        >
          <Shuffle className="size-5" />
        </IconButton>
        <IconButton
          label={t('library.repeatPlaylist')}
          aria-pressed={playing.repeats}
          onClick={() => change({ repeats: !playing.repeats })}
          className={PRESSED}
        >
          <Repeat className="size-5" />
        </IconButton>
      </header>
      <ol ref={list} aria-label={t('library.playlistEntries')} className="max-h-96 overflow-y-auto py-1">
        {order.map((entry) => (
          <li
            key={entry.id}
            data-entry={entry.id}
            className={`flex px-3 py-1.5 ${entry.id === currentId ? 'bg-raised' : ''}`}
          >
            <EntryLink
              entry={entry}
              to={entryPath(entry, playing)}
              isSmall
              isCurrent={entry.id === currentId}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

const PRESSED = 'aria-pressed:bg-accent-dim aria-pressed:text-accent';

/** Scrolls the list alone, and not the page. */
function showCurrent(list: HTMLElement | null, id: string | undefined): void {
  const current = id && list?.querySelector<HTMLElement>(`[data-entry="${id}"]`);
  if (!list || !current) return;
  list.scrollTop = current.offsetTop - list.offsetTop - (list.clientHeight - current.clientHeight) / 2;
}
