import { type KeyboardEvent, useEffect, useRef } from 'react';
import { listen } from '#web/lib/listen.ts';
import { Emote, emoteCode, EMOTES } from './emote.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { ARROW_BACK, ARROW_FORWARD } from '#web/lib/i18n/direction.ts';

const COLUMNS = 4;

interface EmotePickerProps {
  readonly onPick: (name: string) => void;
  readonly onClose: () => void;
}

export function EmotePicker({ onPick, onClose }: EmotePickerProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector('button')?.focus();
    return listen(document, 'pointerdown', ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.parentElement?.contains(target)) onClose();
    });
  }, [onClose]);

  const move = (event: KeyboardEvent) => {
    const emotes = [...(box.current?.querySelectorAll('button') ?? [])];
    const at = emotes.findIndex((emote) => emote === document.activeElement);
    const steps: Record<string, number> = {
      [ARROW_FORWARD]: at + 1,
      [ARROW_BACK]: at - 1,
      ArrowDown: at + COLUMNS,
      ArrowUp: at - COLUMNS,
      Home: 0,
      End: emotes.length - 1,
    };
    const to = steps[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (to === undefined) return;
    else emotes[to]?.focus();
    event.preventDefault();
    // Only the picker handles Escape.
    event.stopPropagation();
  };

  return (
    <div
      ref={box}
      role="menu"
      aria-label={t('chat.emotes')}
      tabIndex={-1}
      onKeyDown={move}
      className="absolute end-3 bottom-full z-20 mb-2 grid animate-rise grid-cols-4 gap-1 rounded-lg border border-line bg-raised p-2 shadow-lg shadow-black/30"
    >
      {[...EMOTES.keys()].map((name) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          aria-label={emoteCode(name)}
          title={emoteCode(name)}
          tabIndex={-1}
          onClick={() => onPick(name)}
          className="grid size-11 place-items-center rounded-md hover:bg-line focus-visible:bg-line"
        >
          <Emote name={name} isNamed className="size-8" />
        </button>
      ))}
    </div>
  );
}
