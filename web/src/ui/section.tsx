import { type ReactNode, useId } from 'react';

interface SectionProps {
  /** Also names the region for screen readers. */
  readonly title: string;
  readonly beside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Section({ title, beside, className, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={className}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        {/* Keeps words whole, with `beside` next to up to two lines. */}
        <h2 id={titleId} className="flex-1 text-xl font-bold wrap-break-word">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
