import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { endAll, listen } from '#web/lib/listen.ts';

interface DarkScreenProps {
  readonly label: string;
  /** Gets the focus back on close. */
  readonly opener: HTMLElement | null;
  /** Called on Escape. */
  readonly onClose: () => void;
  /** `isAwake`: there was recent input, so that the controls are visible. */
  readonly children: (isAwake: boolean) => ReactNode;
}

/**
 * A black full-page dialog. The page below is not rendered meanwhile, so that nothing moves and an invisible video does not
 * keep a phone awake. The native dialog also covers a full-screen element and traps the focus.
 */
export function DarkScreen({ label, opener, onClose, children }: DarkScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isAwake = useAwake();
  const giveBack = useEffectEvent(() => opener?.focus({ preventScroll: true }));
  useLayoutEffect(() => {
    const element = dialog.current;
    const page = document.getElementById('root');
    if (!element || !page) return;
    const { scrollY } = window;
    page.style.display = 'none';
    element.showModal();
    return () => {
      page.style.display = '';
      element.close();
      window.scrollTo(0, scrollY);
      giveBack();
    };
  }, []);
  return createPortal(
    // Hides the pointer too.
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      data-awake={isAwake || undefined}
      style={NIGHT}
      className="m-0 grid size-full max-h-none max-w-none grid-rows-[1fr_auto] overflow-y-auto bg-black p-4 text-soft not-data-awake:cursor-none sm:p-8"
    >
      {children(isAwake)}
    </dialog>,
    document.body,
  );
}

/** Dimmed colours of the dark theme, independent of the site's theme. */
const NIGHT = {
  '--color-canvas': '#07090b',
  '--color-raised': '#14191d',
  '--color-line': '#20292f',
  '--color-line-strong': '#5a6a75',
  '--color-ink': '#b4bec4',
  '--color-soft': '#8a979f',
  '--color-accent': '#3a9aa0',
  '--color-on-accent': '#04191c',
  '--color-danger': '#d67f7b',
  colorScheme: 'dark',
} as CSSProperties;

const ASLEEP_AFTER_MS = 10_000;

function useAwake(): boolean {
  const [isAwake, setIsAwake] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = () => {
      setIsAwake(true);
      clearTimeout(timer);
      timer = setTimeout(() => setIsAwake(false), ASLEEP_AFTER_MS);
    };
    wake();
    const events = ['pointermove', 'pointerdown', 'keydown', 'input'] as const;
    return endAll([...events.map((event) => listen(window, event, wake)), () => clearTimeout(timer)]);
  }, []);
  return isAwake;
}
