import { type ReactNode, useId } from 'react';

interface SectionProps {
  /** Its heading, which names it for a screen reader too. */
  readonly title: string;
  /** Stands at the end of the heading's line. */
  readonly beside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a page under a heading of the second level. */
export function Section({ title, beside, className, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={className}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        {/* Its words stay whole; beside it stays beside two lines of them. */}
        <h2 id={titleId} className="flex-1 text-xl font-bold wrap-break-word">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
