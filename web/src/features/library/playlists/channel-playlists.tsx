import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Section } from '#web/ui/section.tsx';
import { GrowingList } from '#web/ui/states/growing-list.tsx';
import { PlaylistGrid } from './playlist-grid.tsx';
import { channelPlaylistsQuery } from './playlists.queries.ts';

/** A channel's public playlists; nothing without any. */
export function ChannelPlaylists({ channelId }: { readonly channelId: string }) {
  const list = useInfiniteQuery(channelPlaylistsQuery(channelId));
  if (itemsOf(list.data?.pages ?? []).length === 0) return null;
  return (
    <Section isPart title={t('library.playlists')}>
      <GrowingList failure={t('library.playlistsLoadFailed')} list={list} skeleton={null} empty={null}>
        {(playlists) => <PlaylistGrid playlists={playlists} level={3} />}
      </GrowingList>
    </Section>
  );
}
