import { Plus } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { tileAt } from './wall-address.ts';
import type { Tile } from './wall-tiles.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface WallAddProps {
  readonly onAdd: (tile: Tile) => void;
  /** Renders the results of a search, with buttons that add them. */
  readonly renderFound: (text: string, add: (tile: Tile) => void) => ReactNode;
}

/** Adds a tile to the wall, by search words or by the URL of its page. */
export function WallAdd({ onAdd, renderFound }: WallAddProps) {
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const add = (tile: Tile) => {
    onAdd(tile);
    setText('');
    setQuery('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tile = tileAt(text);
    if (tile) add(tile);
    else setQuery(text.trim());
  };
  return (
    <div className="space-y-3">
      <form role="search" aria-label={t('wall.addToWall')} onSubmit={submit} className="flex items-end gap-2">
        <TextField
          label={t('wall.addTile')}
          placeholder={t('wall.addPlaceholder')}
          className="min-w-0 flex-1"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" variant="secondary" size="field" disabled={text.trim() === ''}>
          <Plus className="size-4" />
          {t('wall.find')}
        </Button>
      </form>
      {query && renderFound(query, add)}
    </div>
  );
}
