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
import { endAll, listen } from '../../lib/listen.ts';

interface DarkScreenProps {
  readonly label: string;
  /** Takes the keyboard when it is light again. */
  readonly opener: HTMLElement | null;
  /** Asked by Escape. */
  readonly onClose: () => void;
  /** `isAwake`: somebody moved of late, and is to see what there is to press. */
  readonly children: (isAwake: boolean) => ReactNode;
}

/**
 * Black over all. The page beneath is not drawn meanwhile, so that nothing there moves, and a picture that nobody sees
 * keeps no phone awake. The dialog is the browser's own: it stands above what fills the screen, too, and holds the focus.
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
    // Without a picture nothing is left to be seen, and a pointer least of all.
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

/** The theme's colours for the dark, a little dimmer, whatever the reader has the rest of the site in. */
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
