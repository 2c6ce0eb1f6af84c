import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.tsx';

interface ToolPanelProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel below a picture. Takes the focus and returns it. */
export function ToolPanel({ title, closeLabel, onClose, children }: ToolPanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const before = useRef<Element>(null);
  useEffect(() => {
    before.current = document.activeElement;
    panel.current?.focus();
  }, []);
  const close = () => {
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    onClose();
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="relative scroll-my-4 card p-3 outline-none sm:p-4"
    >
      <h2 id={titleId} className="pe-10 text-sm font-semibold text-soft">
        {title}
      </h2>
      <IconButton label={closeLabel} onClick={close} className="absolute top-1 end-1">
        <X className="size-5" />
      </IconButton>
      {children}
    </section>
  );
}
