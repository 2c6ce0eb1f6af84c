import { MINUTE_MS } from '../../../../shared/plain/time.ts';
import { Pause, Play, Sunrise } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

interface SleepPanelProps {
  readonly title: string;
  readonly words: string;
  /** `null` after the end. */
  readonly pause: { readonly isPaused: boolean; readonly onChange: (isPaused: boolean) => void } | null;
  readonly isVisible: boolean;
  readonly onExit: () => void;
  readonly children?: ReactNode;
}

/** The controls of sleep mode. While hidden they take no touches. */
export function SleepPanel({ title, words, pause, isVisible, onExit, children }: SleepPanelProps) {
  return (
    <section
      aria-label="Sleep mode"
      className={`mx-auto w-full max-w-md space-y-5 transition-opacity duration-500 ${isVisible ? '' : 'pointer-events-none opacity-0'}`}
    >
      <header className="text-center">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p>{words}</p>
        {/* Only the end is announced, not each minute. */}
        <p role="status">{pause === null && 'The sound has ended. Good night.'}</p>
      </header>
      <div className="flex justify-center gap-3">
        {pause && (
          <Button variant="secondary" onClick={() => pause.onChange(!pause.isPaused)}>
            {pause.isPaused ? <Play className="size-4" /> : <Pause className="size-4" />}
            {pause.isPaused ? 'Play' : 'Pause'}
          </Button>
        )}
        <Button variant="secondary" onClick={onExit}>
          <Sunrise className="size-4" />
          Leave sleep mode
        </Button>
      </div>
      {children}
    </section>
  );
}

/** Moves a little with each minute, to avoid burn-in. */
const PLACES = ['', 'translate-x-4', 'translate-x-4 translate-y-4', 'translate-y-4'];

/** A dim clock in the reader's time format. */
export function SleepClock({ nowMs }: { readonly nowMs: number }) {
  const time = new Date(nowMs).toLocaleTimeString(undefined, { timeStyle: 'short' });
  const place = PLACES[Math.floor(nowMs / MINUTE_MS) % PLACES.length];
  return <p className={`text-6xl font-light text-[#7d7d7d] tabular-nums sm:text-8xl ${place}`}>{time}</p>;
}
