import { type ReactNode, useId } from 'react';

interface SectionProps {
  /** Also names the region for screen readers. */
  readonly title: string;
  readonly beside?: ReactNode;
  /** Whether it belongs to a page about one thing, whose heading is larger. @default false */
  readonly isPart?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Section({ title, beside, isPart = false, className, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={className}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        {/* Keeps words whole, with `beside` next to up to two lines. */}
        <h2
          id={titleId}
          className={`max-w-full flex-1 wrap-break-word ${isPart ? 'text-lg font-semibold' : 'text-xl font-bold'}`}
        >
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
