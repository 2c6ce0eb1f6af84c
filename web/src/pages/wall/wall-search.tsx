import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { searchQuery } from '#web/features/search/search.queries.ts';
import { liveChannelsQuery } from '#web/features/channels/channels.queries.ts';
import { WallAdd } from '#web/features/wall/wall-add.tsx';
import type { Tile } from '#web/features/wall/wall-tiles.ts';
import { LiveBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { t } from '#web/lib/i18n/messages.ts';

type Add = (tile: Tile) => void;

interface WallSearchProps {
  readonly onAdd: Add;
  /** Whether to list live channels below it. */
  readonly offersLive: boolean;
}

export const WallSearch = ({ onAdd, offersLive }: WallSearchProps) => (
  <>
    <WallAdd onAdd={onAdd} renderFound={(text, add) => <Found text={text} onAdd={add} />} />
    {offersLive && <LiveNow onAdd={onAdd} />}
  </>
);

const MAX_RESULTS = 8;

function Found({ text, onAdd }: { readonly text: string; readonly onAdd: Add }) {
  const query = useQuery(searchQuery(text));
  return (
    <Loaded query={query} failure={t('wallSearch.failed')}>
      {({ channels, videos }) => {
        const found = [
          ...channels.map(channelChoice),
          ...videos.map(({ id, title, display_name }) => ({
            id,
            name: title,
            by: display_name,
            tile: { kind: 'video', id } as const,
          })),
        ].slice(0, MAX_RESULTS);
        if (found.length === 0) return <p role="status">{t('wallSearch.empty')}</p>;
        return <Choices label={t('wallSearch.results')} choices={found} onAdd={onAdd} />;
      }}
    </Loaded>
  );
}

/** The channels with the most viewers; nothing while there are none. */
function LiveNow({ onAdd }: { readonly onAdd: Add }) {
  const { data } = useInfiniteQuery(liveChannelsQuery());
  const channels = data?.pages[0]?.items.slice(0, MAX_RESULTS) ?? [];
  if (channels.length === 0) return null;
  return (
    <section className="mt-6 space-y-3">
      <h2 className="font-semibold">{t('wallSearch.live')}</h2>
      <Choices label={t('wallSearch.live')} choices={channels.map(channelChoice)} onAdd={onAdd} />
    </section>
  );
}

const channelChoice = ({
  id,
  username,
  display_name,
  is_live,
}: Pick<Channel, 'id' | 'username' | 'display_name' | 'is_live'>): Choice => ({
  id,
  name: display_name,
  by: is_live ? <LiveBadge /> : t('wallSearch.channel'),
  tile: { kind: 'channel', username },
});

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly by: ReactNode;
  readonly tile: Tile;
}

interface ChoicesProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly onAdd: Add;
}

const Choices = ({ label, choices, onAdd }: ChoicesProps) => (
  <ul aria-label={label} className="divide-y divide-line rounded-card border border-line">
    {choices.map(({ id, name, by, tile }) => (
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
