import { type ReactNode, useId } from 'react';

interface CardProps {
  /** Also names the region for screen readers. */
  readonly title?: string;
  readonly description?: ReactNode;
  /** An accent marks what needs an answer. */
  readonly tone?: 'accent';
  /** Has less padding on phones. @default false */
  readonly isCompact?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, description, tone, isCompact = false, className = '', children }: CardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      className={`card ${tone ? 'border-accent' : ''} ${isCompact ? 'p-3' : 'p-4'} sm:p-6 ${className}`}
    >
      {title && (
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
      )}
      {description && <p className="mt-1 text-sm text-soft">{description}</p>}
      <div className={title || description ? 'mt-4' : undefined}>{children}</div>
    </section>
  );
}
