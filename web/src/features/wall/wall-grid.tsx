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
  const list = useRef<HTMLUListElement>(null);
  const wasPressed = useRef(false);
  useEffect(() => {
    // The focused button was removed.
    if (!wasPressed.current) return;
    list.current?.querySelector<HTMLElement>('[data-big]')?.focus();
    wasPressed.current = false;
  });
  return (
    <ul ref={list} aria-label={t('wall.wall')} className="wall-grid">
      {tiles.map(({ key, name, player }) => {
        const isBig = key === big || isAlone;
        return (
          <li
            key={key}
            data-big={isBig || undefined}
            tabIndex={isBig ? -1 : undefined}
            aria-label={name}
            className="group/tile relative"
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
                className="absolute inset-0 z-notice flex items-end rounded-card p-2 text-start text-white hover:bg-black/20 focus-visible:outline-accent"
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
