import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ListVideo, Play, Share2, Shuffle } from 'lucide-react';
import { useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Playlist, PlaylistEntry } from '#shared/channels/playlists.ts';
import { EntryLink } from '#web/features/library/playlists/entry-row.tsx';
import {
  entryPath,
  isAvailable,
  newSeed,
  orderOf,
  type Playing,
} from '#web/features/library/playlists/playing.ts';
import { entriesQuery, playlistQuery } from '#web/features/library/playlists/playlists.queries.ts';
import { hiddenLabel, isWatchLater, titleOf } from '#web/features/library/playlists/playlist-words.ts';
import { ReportMenu } from '#web/features/moderation/reports/report-menu.tsx';
import { itemsOf } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { useHiddenNames } from '#web/lib/hooks/use-hidden-people.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink, IconButton } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { share } from '#web/ui/overlays/copy-and-share.ts';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { LoadMore } from '#web/ui/states/growing-list.tsx';
import { isBadAddress, Loaded } from '#web/ui/states/loaded.tsx';
import { MissingPage } from '#web/ui/states/missing-page.tsx';

const OrderedEntries = onDemand(
  () => import('#web/features/library/playlists/ordered-entries.tsx'),
  'OrderedEntries',
);

const PlaylistTools = onDemand(() => import('./playlist-tools.tsx'), 'PlaylistTools', { isOptional: true });

const RemovalNotes = onDemand(
  () => import('#web/features/moderation/reports/removal-notes.tsx'),
  'RemovalNotes',
);

/** /playlist/{id} */
export function PlaylistPage() {
  const { id = '' } = useParams();
  const query = useQuery(playlistQuery(id));
  const { data, error } = query;
  useDocumentTitle(isBadAddress(error) ? t('library.playlistNotFound') : data && titleOf(data));
  if (isBadAddress(error))
    return (
      <MissingPage title={t('library.playlistNotFound')} to={paths.home()} action={t('common.goToHome')}>
        {t('library.playlistNotFoundHint')}
      </MissingPage>
    );
  return (
    <Loaded query={query} failure={t('library.playlistLoadFailed')}>
      {(playlist) => <PlaylistView key={playlist.id} playlist={playlist} />}
    </Loaded>
  );
}

function PlaylistView({ playlist }: { readonly playlist: Playlist }) {
  const isOwn = useSession()?.user.id === playlist.channel_id;
  const list = useInfiniteQuery(entriesQuery(playlist.id));
  const hidden = useHiddenNames();
  const entries = itemsOf(list.data?.pages ?? []).filter(
    ({ video, clip }) => isOwn || !hidden.includes((video ?? clip)?.username ?? ''),
  );
  return (
    <div className="mx-auto max-w-5xl space-y-6">
      <Header playlist={playlist} isOwn={isOwn} entries={entries} />
      {isOwn && playlist.is_removed && <RemovalNotes id={playlist.id} />}
      <Loaded query={list} failure={t('library.playlistLoadFailed')}>
        {() => <Entries playlist={playlist} isOwn={isOwn} entries={entries} list={list} />}
      </Loaded>
    </div>
  );
}

interface ViewProps {
  readonly playlist: Playlist;
  readonly isOwn: boolean;
  readonly entries: readonly PlaylistEntry[];
}

const inOrder = ({ id: listId }: Playlist): Playing => ({ listId, shuffle: '', repeats: false });

function Header({ playlist, isOwn, entries }: ViewProps) {
  const { id, username, display_name, description, count } = playlist;
  const hidden = hiddenLabel(playlist);
  const isLater = isWatchLater(playlist);
  return (
    <header className="space-y-3">
      <div className="flex items-start gap-2">
        <h1 dir="auto" className="min-w-0 flex-1 text-2xl font-bold wrap-anywhere">
          {titleOf(playlist)}
        </h1>
        {isOwn && !isLater && <PlaylistTools playlist={playlist} />}
        {!isOwn && (
          <ReportMenu
            of={playlist.title}
            reportables={[
              { kind: 'playlist', id, name: playlist.title, command: t('library.reportPlaylist') },
            ]}
          />
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <TextLink to={paths.channel(username)}>
          <bdi>{display_name}</bdi>
        </TextLink>
        {count !== undefined && <span>{t('library.entryCount', { count })}</span>}
        {hidden && <Badge>{hidden}</Badge>}
      </p>
      {description && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {description}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <PlayButtons playlist={playlist} entries={entries} />
        {playlist.visibility !== 'private' && (
          <IconButton
            label={t('common.share')}
            variant="secondary"
            onClick={() =>
              void share({ title: titleOf(playlist), url: new URL(paths.playlist(id), location.origin).href })
            }
          >
            <Share2 className="size-5" />
          </IconButton>
        )}
      </div>
    </header>
  );
}

/** From the first entry; in a new random order from one of those that are loaded. */
function PlayButtons({ playlist, entries }: Pick<ViewProps, 'playlist' | 'entries'>) {
  const [seed] = useState(newSeed);
  const first = entries.find(isAvailable);
  const shuffled = { ...inOrder(playlist), shuffle: seed };
  const [random] = orderOf(entries, seed);
  if (!first || !random) return null;
  return (
    <>
      <ButtonLink to={entryPath(first, inOrder(playlist))}>
        <Play className="size-4 fill-current" />
        {t('library.playAll')}
      </ButtonLink>
      <ButtonLink variant="secondary" to={entryPath(random, shuffled)}>
        <Shuffle className="size-4" />
        {t('library.shuffle')}
      </ButtonLink>
    </>
  );
}

interface EntriesProps extends ViewProps {
  readonly list: Parameters<typeof LoadMore>[0]['list'];
}

function Entries({ playlist, isOwn, entries, list }: EntriesProps) {
  const box = useRef<HTMLDivElement>(null);
  const pathOf = (entry: PlaylistEntry) => entryPath(entry, inOrder(playlist));
  return (
    <div ref={box}>
      {entries.length === 0 && !list.hasNextPage ? (
        <EmptyState icon={<ListVideo className="size-6" />} title={t('library.playlistEmpty')}>
          {isOwn && t('library.playlistEmptyHint')}
        </EmptyState>
      ) : isOwn ? (
        <OrderedEntries
          playlistId={playlist.id}
          entries={entries}
          isWhole={!list.hasNextPage}
          pathOf={pathOf}
          canMove={!isWatchLater(playlist)}
        />
      ) : (
        <ol aria-label={t('library.playlistEntries')}>
          {entries.map((entry) => (
            <li key={entry.id} className="flex py-1.5">
              <EntryLink entry={entry} to={pathOf(entry)} />
            </li>
          ))}
        </ol>
      )}
      <LoadMore visible={entries.length} box={box} list={list} />
    </div>
  );
}
