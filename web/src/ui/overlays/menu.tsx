import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { endAll, listen } from '#web/lib/listen.ts';
import { iconButtonClass } from '../button.tsx';
import { createMenuKeys } from './menu-keys.ts';
import { positionMenu } from './menu-place.ts';

interface MenuProps extends ListStyle {
  /** For screen readers and the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** @default an icon button */
  readonly buttonClassName?: string;
  readonly children: ReactNode;
}

/** A menu (ARIA Authoring Practices). Radix's would add 15 kB to the first load, mostly for positioning. */
export function Menu({ label, icon, buttonClassName = BUTTON, children, ...style }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className={buttonClassName}
      >
        {icon}
      </button>
      {isOpen && (
        <MenuList
          id={id}
          aria-label={label}
          opener={() => button.current!}
          onClose={() => setIsOpen(false)}
          {...style}
        >
          {children}
        </MenuList>
      )}
    </>
  );
}

const BUTTON = iconButtonClass({}, 'relative aria-expanded:bg-raised aria-expanded:text-ink');

interface ListStyle {
  /** Sets the size of the list. @default that of its items */
  readonly className?: string;
  /** Of a grid of items. @default 1 */
  readonly columns?: number;
}

interface MenuListProps extends ListStyle {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  /** The button that opened it; must not change. */
  readonly opener: () => HTMLElement;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The open list of a menu, beside its button. */
export function MenuList(props: MenuListProps) {
  const { opener, onClose, columns = 1, className = 'w-max max-w-80 min-w-44 p-1', ...rest } = props;
  const list = useRef<HTMLDivElement>(null);
  const [press] = useState(createMenuKeys);
  const close = () => {
    onClose();
    opener().focus({ preventScroll: true });
  };
  usePlace(list, opener);
  const pressElsewhere = useEffectEvent(({ target }: PointerEvent) => {
    const isInside =
      target instanceof Node && [list.current?.parentElement, opener()].some((box) => box?.contains(target));
    if (!isInside) onClose();
  });
  // Presses outside of a container such as a player, which the backdrop does not cover.
  useEffect(() => listen(document, 'pointerdown', (event: PointerEvent) => pressElsewhere(event)), []);
  return (
    <div
      className="contents"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget) && relatedTarget !== opener())
          onClose();
      }}
    >
      {/* A press outside only closes the menu. */}
      <div aria-hidden="true" className="fixed inset-0 z-overlay" onClick={close} />
      <div
        ref={list}
        role="menu"
        tabIndex={-1}
        onKeyDown={(event) => press(event, itemsOf(event.currentTarget), { columns, onClose: close })}
        onClick={close}
        className={`fixed top-0 left-0 z-overlay overflow-y-auto overscroll-contain rounded-md border border-line bg-raised text-ink shadow-popup ${className}`}
        {...rest}
      />
    </div>
  );
}

const itemsOf = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('[role^="menuitem"]'),
];

/** Focuses the chosen item, or the first, and keeps the list beside its button. */
function usePlace(box: { readonly current: HTMLElement | null }, opener: () => HTMLElement): void {
  const place = useEffectEvent(() => box.current && positionMenu(box.current, opener()));
  useLayoutEffect(() => {
    const list = box.current!;
    place();
    const items = itemsOf(list);
    (items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0])?.focus({
      preventScroll: true,
    });
    const size = new ResizeObserver(() => void place());
    size.observe(list);
    const follow = () => void place();
    // Scrolling elements inside the page do not let the event rise.
    document.addEventListener('scroll', follow, true);
    return endAll([
      () => size.disconnect(),
      () => document.removeEventListener('scroll', follow, true),
      listen(window, 'resize', follow),
    ]);
  }, [box]);
}
