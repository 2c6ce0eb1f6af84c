import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { listen } from '#web/lib/listen.ts';

interface MenuProps {
  /** For screen readers and the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly buttonClassName: string;
  readonly listClassName: string;
  readonly children: ReactNode;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/** A menu (ARIA Authoring Practices) of 1 kB. Radix's would add 15 kB to the first load, mostly for positioning. */
export function Menu({ label, icon, buttonClassName, listClassName, children, onOpenChange }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const change = (next: boolean) => {
    setIsOpen(next);
    onOpenChange?.(next);
  };
  const close = () => {
    change(false);
    button.current?.focus();
  };
  useFirstItemFocused(box, isOpen);
  usePressElsewhere(box, isOpen, () => change(false));

  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])];
    moveByMenuKey(event, { items, onClose: close, onTab: () => change(false) });
  };

  return (
    <div
      ref={box}
      className="relative"
      onBlur={({ relatedTarget }) => {
        if (isOpen && relatedTarget !== null && !box.current?.contains(relatedTarget)) change(false);
      }}
    >
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => change(!isOpen)}
        className={buttonClassName}
      >
        {icon}
      </button>
      {isOpen && (
        <>
          {/* A press outside only closes the menu. */}
          <div aria-hidden="true" className="fixed inset-0 z-40" onClick={() => change(false)} />
          <div
            id={id}
            role="menu"
            aria-label={label}
            tabIndex={-1}
            onKeyDown={onKeyDown}
            onClick={close}
            className={`absolute z-50 ${listClassName}`}
          >
            {children}
          </div>
        </>
      )}
    </div>
  );
}

const ITEMS = '[role^="menuitem"]';

/** Focuses the chosen item, or the first. */
function useFirstItemFocused(box: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const chosen = box.current?.querySelector<HTMLElement>('[role^="menuitem"][aria-checked="true"]');
    const first = box.current?.querySelector<HTMLElement>(ITEMS);
    (chosen ?? first)?.focus({ preventScroll: true });
  }, [box, isOpen]);
}

/** Closes on presses outside a container such as a player, which the backdrop does not cover. */
function usePressElsewhere(box: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const press = useEffectEvent((event: PointerEvent) => {
    if (event.target instanceof Node && !box.current?.contains(event.target)) close();
  });
  useEffect(() => {
    if (!isOpen) return;
    return listen(document, 'pointerdown', (event: PointerEvent) => press(event));
  }, [isOpen]);
}

interface MenuItemProps {
  readonly onSelect: () => void;
  readonly className: string;
  readonly children: ReactNode;
}

/** A command, which closes the menu. */
export function MenuItem({ onSelect, className, children }: MenuItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={onSelect} className={className}>
      {children}
    </button>
  );
}

export function MenuChoice({
  isChosen,
  onSelect,
  className,
  children,
}: MenuItemProps & { readonly isChosen: boolean }) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      onClick={onSelect}
      className={className}
    >
      {children}
    </button>
  );
}

interface MenuKeys {
  readonly items: readonly HTMLElement[];
  /** Closes and refocuses the button. */
  readonly onClose: () => void;
  /** @default onClose */
  readonly onTab?: () => void;
}

/** Moves the focus in a menu by arrows, Home and End (ARIA Authoring Practices). */
export function moveByMenuKey(event: KeyboardEvent, { items, onClose, onTab }: MenuKeys): void {
  const at = items.findIndex((item) => item === document.activeElement);
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === 'Tab' && onTab) return onTab();
  if (event.key === 'Escape' || event.key === 'Tab') onClose();
  else if (target === undefined) return;
  else items.at(target % items.length)?.focus();
  event.preventDefault();
  event.stopPropagation();
}
