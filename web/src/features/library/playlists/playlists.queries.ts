import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import type { Playlist, PlaylistBody, PlaylistEntry } from '#shared/channels/playlists.ts';
import { byCursor, call, callPage, itemsOf, type Page } from '#web/lib/api/api.ts';
import { readSession } from '#web/lib/api/session/session.ts';
import type { Liked } from '../likes.queries.ts';
import { libraryKey, libraryMeta as meta, libraryVideoQuery } from '../library.queries.ts';

const playlistsKey = [...libraryKey, 'playlists'] as const;
const PLAYLISTS_PER_PAGE = 24;
/** The most that the API gives, because all are read to shuffle them. */
const ENTRIES_PER_PAGE = 100;

/** Without Watch later. */
export const ownPlaylistsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...playlistsKey, 'own'],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /library/playlists', {
        query: { limit: PLAYLISTS_PER_PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    ...byCursor,
    meta,
  });

export const channelPlaylistsQuery = (channel_id: string) =>
  infiniteQueryOptions({
    queryKey: [...playlistsKey, 'of', channel_id],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /library/playlists/channels/{channel_id}', {
        params: { channel_id },
        query: { limit: PLAYLISTS_PER_PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    ...byCursor,
    meta,
  });

/** Which playlists contain a video or clip. */
export const choicesQuery = ({ kind, id }: Liked) =>
  infiniteQueryOptions({
    queryKey: [...playlistsKey, 'with', id],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /library/playlists/with/{kind}/{id}', {
        params: { kind, id },
        query: { limit: ENTRIES_PER_PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    ...byCursor,
    // Other buttons change it, too.
    staleTime: 0,
    meta,
  });

export const playlistQuery = (id: string) =>
  queryOptions({
    queryKey: [...playlistsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /library/playlists/{id}', { params: { id }, signal }),
    meta,
  });

export const entriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...playlistsKey, 'entries', id],
    queryFn: ({ signal, pageParam: cursor }) =>
      callPage('GET /library/playlists/{id}/entries', {
        params: { id },
        query: { limit: ENTRIES_PER_PAGE, ...(cursor && { cursor }) },
        signal,
      }),
    ...byCursor,
    meta,
  });

interface Saving {
  /** Of a playlist that is changed. @default a new one */
  readonly id: string | undefined;
  readonly body: PlaylistBody;
  /** Makes a repeated request create once. */
  readonly key: string;
}

/** Creates or changes a playlist. Fails with `ApiFailure`. */
export function useSavePlaylist() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, key }: Saving): Promise<Playlist> =>
      id === undefined
        ? call('POST /library/playlists', { body, headers: { 'idempotency-key': key } })
        : call('PATCH /library/playlists/{id}', { params: { id }, body }),
    onSuccess: (saved) => {
      cache.setQueryData(playlistQuery(saved.id).queryKey, saved);
      return cache.invalidateQueries({ queryKey: playlistsKey });
    },
  });
}

/** Fails with `ApiFailure`. */
export function useDeletePlaylist() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /library/playlists/{id}', { params: { id } }),
    // Its page stays until it is left.
    onSuccess: () => cache.invalidateQueries({ queryKey: playlistsKey, refetchType: 'none' }),
  });
}

type Choice = Liked & { readonly playlistId: string; readonly isIn: boolean };

const choose = ({ playlistId, kind, id, isIn }: Choice) =>
  call(
    isIn
      ? 'PUT /library/playlists/{id}/entries/{kind}/{entry_id}'
      : 'DELETE /library/playlists/{id}/entries/{kind}/{entry_id}',
    { params: { id: playlistId, kind, entry_id: id } },
  );

/** Adds a video or clip to a playlist or removes it; its checkbox shows that at once. Fails with `ApiFailure`. */
export function useChoosePlaylist() {
  const cache = useQueryClient();
  const show = ({ playlistId, isIn, ...liked }: Choice): void => {
    cache.setQueryData(
      choicesQuery(liked).queryKey,
      onItems((choices) => choices.map((one) => (one.id === playlistId ? { ...one, has: isIn } : one))),
    );
    // Watch later, which also has a button of its own.
    if (playlistId === readSession()?.user.id)
      cache.setQueryData(
        libraryVideoQuery(liked.id).queryKey,
        (known) => known && { ...known, watch_later: isIn },
      );
  };
  return useMutation({
    // In sequence, so that the last click wins.
    scope: { id: 'playlists' },
    mutationFn: choose,
    onMutate: show,
    onError: (_, choice) => show({ ...choice, isIn: !choice.isIn }),
    onSuccess: () => cache.invalidateQueries({ queryKey: libraryKey, refetchType: 'none' }),
  });
}

/** Applies a change to the entries of all pages, which keep their lengths. */
const onItems =
  <T>(change: (items: readonly T[]) => readonly T[]) =>
  (known: InfiniteData<Page<T>> | undefined): InfiniteData<Page<T>> | undefined => {
    if (!known) return known;
    const left = [...change(known.pages.flatMap(({ items }) => items))];
    const pages = known.pages.map((page) => ({ ...page, items: left.splice(0, page.items.length) }));
    return { ...known, pages };
  };

/** A change of one entry in an open list. */
export type EntryChange =
  | { readonly entry: PlaylistEntry; readonly act: 'remove' }
  /** `to`: its index among all loaded ones afterwards. */
  | { readonly entry: PlaylistEntry; readonly act: 'move'; readonly to: number };

/** Moves and removes entries; the list shows that at once. */
export function useChangeEntry(playlistId: string) {
  const cache = useQueryClient();
  const { queryKey } = entriesQuery(playlistId);
  const loaded = () => itemsOf(cache.getQueryData(queryKey)?.pages ?? []);
  const { mutate } = useMutation({
    // In sequence, so that the order is that of the clicks.
    scope: { id: 'playlists' },
    mutationFn: ({ entry, act, before }: EntryChange & { readonly before: string | null }) => {
      const params = { id: playlistId, kind: entry.kind, entry_id: entry.id };
      return act === 'remove'
        ? call('DELETE /library/playlists/{id}/entries/{kind}/{entry_id}', { params })
        : call('PUT /library/playlists/{id}/entries/{kind}/{entry_id}/position', {
            params,
            body: { before },
          });
    },
    // The order as it is stored, which another tab may have changed.
    onError: () => cache.invalidateQueries({ queryKey }),
    onSuccess: () => cache.invalidateQueries({ queryKey: playlistQuery(playlistId).queryKey }),
  });
  return {
    /** The loaded entries as the list shows them now. */
    loaded,
    change: (change: EntryChange, onError: (error: unknown) => void): void => {
      const entries = changed(loaded(), change);
      const before = change.act === 'move' ? (entries[change.to + 1]?.id ?? null) : null;
      // An earlier response would undo the change.
      void cache.cancelQueries({ queryKey });
      cache.setQueryData(
        queryKey,
        onItems(() => entries),
      );
      mutate({ ...change, before }, { onError });
    },
  };
}

export function changed(entries: readonly PlaylistEntry[], change: EntryChange): readonly PlaylistEntry[] {
  const others = entries.filter(({ id }) => id !== change.entry.id);
  return change.act === 'remove' ? others : others.toSpliced(change.to, 0, change.entry);
}
