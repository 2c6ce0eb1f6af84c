import { isRightToLeft } from '#web/lib/i18n/direction.ts';

interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly className?: string;
}

export function ProgressBar({ label, share, className = '' }: ProgressBarProps) {
  const percent = Math.round(share * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={`h-2 w-full overflow-hidden rounded-full bg-line ${className}`}
    >
      <div
        className="h-full rounded-full bg-accent transition-transform duration-200"
        style={{ transform: `translateX(${(isRightToLeft ? 100 : -100) * (1 - share)}%)` }}
      />
    </div>
  );
}
