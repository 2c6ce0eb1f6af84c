import { useQuery } from '@tanstack/react-query';
import { searchQuery } from '../../features/search/search.queries.ts';
import { WallAdd } from '../../features/wall/wall-add.tsx';
import type { Tile } from '../../features/wall/wall-tiles.ts';
import { LiveBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { t } from '../../lib/i18n/messages.ts';

type Add = (tile: Tile) => void;

export const WallSearch = ({ onAdd }: { readonly onAdd: Add }) => (
  <WallAdd onAdd={onAdd} renderFound={(text, add) => <Found text={text} onAdd={add} />} />
);

const MAX_RESULTS = 8;

function Found({ text, onAdd }: { readonly text: string; readonly onAdd: Add }) {
  const query = useQuery(searchQuery(text));
  return (
    <Loaded query={query} failure={t('wallSearch.failed')}>
      {({ channels, videos }) => {
        const found = [
          ...channels.map(({ id, username, display_name, is_live }) => ({
            id,
            name: display_name,
            by: is_live ? <LiveBadge /> : t('wallSearch.channel'),
            tile: { kind: 'channel', username } as const,
          })),
          ...videos.map(({ id, title, display_name }) => ({
            id,
            name: title,
            by: display_name,
            tile: { kind: 'video', id } as const,
          })),
        ].slice(0, MAX_RESULTS);
        if (found.length === 0) return <p role="status">{t('wallSearch.empty')}</p>;
        return (
          <ul
            aria-label={t('wallSearch.results')}
            className="divide-y divide-line rounded-lg border border-line"
          >
            {found.map(({ id, name, by, tile }) => (
              <li key={id} className="flex items-center gap-3 px-3 py-2">
                <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                  {name}
                </span>
                <span className="max-w-32 truncate text-sm text-soft">{by}</span>
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={t('wallSearch.addNamed', { name })}
                  onClick={() => onAdd(tile)}
                >
                  {t('wallSearch.add')}
                </Button>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
