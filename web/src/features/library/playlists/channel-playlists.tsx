import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { itemsOf } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { GrowingList } from '#web/ui/states/growing-list.tsx';
import { PlaylistGrid } from './playlist-grid.tsx';
import { channelPlaylistsQuery } from './playlists.queries.ts';

/** A channel's public playlists; nothing without any. */
export function ChannelPlaylists({ channelId }: { readonly channelId: string }) {
  const titleId = useId();
  const list = useInfiniteQuery(channelPlaylistsQuery(channelId));
  if (itemsOf(list.data?.pages ?? []).length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-4 text-lg font-semibold">
        {t('library.playlists')}
      </h2>
      <GrowingList failure={t('library.playlistsLoadFailed')} list={list} skeleton={null} empty={null}>
        {(playlists) => <PlaylistGrid playlists={playlists} level={3} />}
      </GrowingList>
    </section>
  );
}
