interface FanMarkProps {
  readonly spinning?: boolean;
  /** Sets size and colour (currentColor). */
  readonly className?: string;
}

const BLADE = 'M16 15.2C13.2 12.6 10.6 8.4 12.6 4.6C14 2 18.4 1.4 20.6 3.4C23.4 6 20.4 11.4 16.9 15.4Z';

/** The brand: a three-bladed fan. Spins while `spinning`, except with reduced motion. */
export function FanMark({ spinning = false, className = 'size-6' }: FanMarkProps) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="currentColor" aria-hidden="true">
      <g className={spinning ? 'origin-center animate-turn' : undefined}>
        <path d={BLADE} />
        <path d={BLADE} transform="rotate(120 16 16)" />
        <path d={BLADE} transform="rotate(240 16 16)" />
        <circle cx="16" cy="16" r="2.6" />
      </g>
    </svg>
  );
}
