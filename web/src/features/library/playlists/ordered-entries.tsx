import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useId } from 'react';
import type { PlaylistEntry } from '#shared/channels/playlists.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { IconButton } from '#web/ui/button.tsx';
import { MenuItem, MoreMenu } from '#web/ui/overlays/menu-items.tsx';
import { EntryLink } from './entry-row.tsx';
import { titleOfEntry } from './entry-title.ts';
import { useEntryOrder } from './use-entry-order.ts';

interface OrderedEntriesProps {
  readonly playlistId: string;
  readonly entries: readonly PlaylistEntry[];
  /** Whether all are loaded. */
  readonly isWhole: boolean;
  readonly pathOf: (entry: PlaylistEntry) => string;
  /** Watch later keeps the order of saving. */
  readonly canMove: boolean;
}

/** The entries of one's own playlist, which can be moved and removed. */
export function OrderedEntries({ playlistId, entries, isWhole, pathOf, canMove }: OrderedEntriesProps) {
  const { list, announcement, ...order } = useEntryOrder(playlistId, isWhole);
  const hintId = useId();
  return (
    <>
      <p id={hintId} hidden>
        {t('library.orderHint')}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol ref={list} aria-label={t('library.playlistEntries')} className="flex flex-col">
        {entries.map((entry) => (
          <li
            key={entry.id}
            data-entry={entry.id}
            style={order.styleOf(entry)}
            className={`flex items-center gap-1 rounded-md py-1.5 sm:gap-2 ${order.isDragged(entry) ? 'bg-raised' : ''}`}
          >
            {canMove && (
              <IconButton
                data-handle
                label={t('library.moveEntry', { title: titleOfEntry(entry) })}
                aria-describedby={hintId}
                {...order.handleOf(entry)}
                className="shrink-0 touch-none"
              >
                <GripVertical className="size-5" />
              </IconButton>
            )}
            <EntryLink entry={entry} to={pathOf(entry)} />
            <MoreMenu of={titleOfEntry(entry)}>
              {canMove && order.canMoveBy(entry, -1) && (
                <MenuItem onSelect={() => order.moveBy(entry, -1)}>
                  <ArrowUp />
                  {t('library.moveUp')}
                </MenuItem>
              )}
              {canMove && order.canMoveBy(entry, 1) && (
                <MenuItem onSelect={() => order.moveBy(entry, 1)}>
                  <ArrowDown />
                  {t('library.moveDown')}
                </MenuItem>
              )}
              <MenuItem onSelect={() => order.remove(entry)}>
                <X />
                {t('library.removeEntry')}
              </MenuItem>
            </MoreMenu>
          </li>
        ))}
      </ol>
    </>
  );
}
