import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import type { SoundSource } from '../link/sound-source.ts';
import { MeterView } from './meter-view.tsx';
import { useMeter } from './use-meter.ts';

interface MeterPanelProps {
  /** Null where the browser hands out none. */
  readonly source: SoundSource | null;
  /** As the streamer has counted them, where that is known. */
  readonly blades: number | null;
  readonly onClose: () => void;
}

/** What a sound tells of the fan in it. Takes the keyboard when it is opened, and gives it back. */
export function MeterPanel({ source, blades, onClose }: MeterPanelProps) {
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
      className="relative scroll-my-4 rounded-lg border border-line bg-surface p-3 outline-none sm:p-4"
    >
      <h2 id={titleId} className="pr-10 text-sm font-semibold text-soft">
        Fan meter
      </h2>
      <IconButton label="Close the fan meter" onClick={close} className="absolute! top-1 right-1">
        <X className="size-5" />
      </IconButton>
      {source ? (
        <Measured source={source} blades={blades} />
      ) : (
        <Note>This browser does not hand out what a player sounds like. Others do.</Note>
      )}
    </section>
  );
}

function Measured({ source, blades }: { readonly source: SoundSource; readonly blades: number | null }) {
  const meter = useMeter(source, { blades });
  if (meter.hasFailed) return <Note>The sound could not be measured here.</Note>;
  return <MeterView meter={meter} />;
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="mt-1 text-sm text-soft">{children}</p>
);
