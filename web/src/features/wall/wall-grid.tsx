import { Maximize2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '#web/lib/i18n/messages.ts';

interface GridTile {
  readonly key: string;
  readonly name: string;
  readonly player: ReactNode;
}

interface WallGridProps {
  readonly tiles: readonly GridTile[];
  /** Key of the big tile; `null`: all have the same size, except on a phone, where the first one is big. */
  readonly big: string | null;
  readonly onBig: (key: string) => void;
}

/**
 * A grid of up to four players. Small ones have no controls; a press makes them big. Each player keeps its position in the
 * DOM, so that none restarts.
 */
export function WallGrid({ tiles, big, onBig }: WallGridProps) {
  const isAlone = tiles.length === 1;
  const first = tiles[0]?.key;
  const hasBig = big !== null || isAlone;
  const list = useRef<HTMLUListElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    // The focused button was removed.
    if (!wasPressed.current) return;
    list.current?.querySelector<HTMLElement>('[data-big]')?.focus();
    wasPressed.current = false;
  });
  return (
    <ul
      ref={list}
      aria-label={t('wall.wall')}
      className={`grid content-start gap-2 stacked:grid-cols-3 ${hasBig && !isAlone ? 'beside:grid-cols-[3fr_1fr]' : isAlone ? '' : 'beside:grid-cols-2'}`}
    >
      {tiles.map(({ key, name, player }) => {
        const isBig = key === big || isAlone;
        const isBigOnPhone = isBig || (big === null && key === first);
        return (
          <li
            key={key}
            data-big={isBig || undefined}
            tabIndex={isBig ? -1 : undefined}
            aria-label={name}
            className={`group/tile relative min-w-0 ${isBigOnPhone ? 'stacked:order-first stacked:col-span-3' : ''} ${isBig && !isAlone ? 'beside:col-start-1 beside:row-span-3 beside:row-start-1' : ''}`}
          >
            <div inert={!isBig}>{player}</div>
            {!isBig && (
              <button
                type="button"
                onClick={() => {
                  wasPressed.current = true;
                  onBig(key);
                }}
                aria-label={t('wall.enlargeTile', { name })}
                className="absolute inset-0 z-30 flex items-end rounded-lg p-2 text-start text-white hover:bg-black/20 focus-visible:outline-accent"
              >
                <span className="flex max-w-full min-w-0 items-center gap-1.5 rounded-md bg-black/75 px-2 py-1 text-xs font-semibold">
                  <Maximize2 className="size-3.5 shrink-0" />
                  <span dir="auto" className="truncate">
                    {name}
                  </span>
                </span>
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
