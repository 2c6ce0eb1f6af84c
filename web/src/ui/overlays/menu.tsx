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
import { listen } from '../../lib/listen.ts';
import { moveByMenuKey } from './menu-keys.ts';

interface MenuProps {
  /** What the button says to a screen reader, and when the pointer rests on it. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly buttonClassName: string;
  /** Where the list stands, and how it looks. */
  readonly listClassName: string;
  readonly children: ReactNode;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/**
 * A button that opens a list of commands or choices, as the ARIA Authoring Practices describe it. It is one kilobyte of
 * the first load; Radix's would add fifteen (compressed), most of which place a list that has its place here.
 */
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
          {/* Around the list a press closes it, and does nothing besides. */}
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

/** The chosen item takes the keyboard, or else the first. */
function useFirstItemFocused(box: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const chosen = box.current?.querySelector<HTMLElement>('[role^="menuitem"][aria-checked="true"]');
    const first = box.current?.querySelector<HTMLElement>(ITEMS);
    (chosen ?? first)?.focus({ preventScroll: true });
  }, [box, isOpen]);
}

/** Where the list stands in a box of its own, such as a player, the page around that lies outside its backdrop. */
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

/** A command in a menu, which closes after it. */
export function MenuItem({ onSelect, className, children }: MenuItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={onSelect} className={className}>
      {children}
    </button>
  );
}

/** One of the choices of a menu. */
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
