import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { PlaylistEntry } from '#shared/channels/playlists.ts';
import { useRemovalFocus } from '#web/lib/hooks/use-removal-focus.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { toastFailed } from '#web/ui/overlays/toast.tsx';
import { titleOfEntry } from './entry-title.ts';
import { changed, useChangeEntry } from './playlists.queries.ts';

interface Drag {
  readonly entry: PlaylistEntry;
  readonly to: number;
}

const fail = (error: unknown) => void toastFailed(t('library.playlistNotChanged'), error);

/**
 * Orders the loaded entries of a playlist by drag, by keys on an entry's handle and by commands, and removes entries.
 * `isWhole`: whether all are loaded; otherwise nothing becomes the last one, because what follows is not known.
 */
export function useEntryOrder(playlistId: string, isWhole: boolean) {
  const { loaded, change } = useChangeEntry(playlistId);
  const { box: list, removed } = useRemovalFocus<HTMLOListElement>('[aria-haspopup=menu]', 'a');
  const [drag, setDrag] = useState<Drag | null>(null);
  const [announcement, setAnnouncement] = useState('');

  const indexOf = (entry: PlaylistEntry) => loaded().findIndex(({ id }) => id === entry.id);
  const last = () => loaded().length - (isWhole ? 1 : 2);
  const move = (entry: PlaylistEntry, to: number) => {
    if (to === indexOf(entry) || to < 0 || to > last()) return;
    change({ entry, act: 'move', to }, fail);
    const title = titleOfEntry(entry);
    setAnnouncement(t('library.movedTo', { title, position: to + 1, count: loaded().length }));
  };
  const moveBy = (entry: PlaylistEntry, by: number) => move(entry, indexOf(entry) + by);
  /** How many of the other entries are above a height of the page. */
  const placeAt = (y: number, { id }: PlaylistEntry): number => {
    const others = [...list.current!.children].filter((row) => row.getAttribute('data-entry') !== id);
    const above = others.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2 < y;
    });
    return Math.min(above.length, last());
  };
  const handleOf = (entry: PlaylistEntry) => ({
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      moveBy(entry, by);
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ entry, to: indexOf(entry) });
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      if (drag) setDrag({ entry, to: placeAt(clientY, entry) });
    },
    onPointerUp: ({ clientY }: PointerEvent) => {
      if (drag) move(entry, placeAt(clientY, entry));
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });
  const dragged = drag && changed(loaded(), { act: 'move', ...drag });
  return {
    list,
    announcement,
    handleOf,
    moveBy,
    canMoveBy: (entry: PlaylistEntry, by: number) => {
      const to = indexOf(entry) + by;
      return to >= 0 && to <= last();
    },
    remove: (entry: PlaylistEntry) => {
      removed(indexOf(entry));
      change({ entry, act: 'remove' }, fail);
    },
    isDragged: ({ id }: PlaylistEntry) => drag?.entry.id === id,
    /** Where it is while one is dragged. The rows keep their places in the document, which the pointer's capture needs. */
    styleOf: ({ id }: PlaylistEntry) =>
      dragged ? { order: dragged.findIndex((entry) => entry.id === id) } : undefined,
  };
}
