import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** The heading's level; 1 for a whole page. */
  readonly level?: 1 | 2 | 3;
}

/** An empty state with a next step. */
export function EmptyState({ icon, title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="flex flex-col items-center rounded-card border border-dashed border-line px-4 py-12 text-center">
      <div
        aria-hidden="true"
        className="mb-4 grid size-14 place-items-center rounded-full bg-raised text-accent"
      >
        {icon}
      </div>
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children && <p className="mt-1 max-w-md text-balance text-soft">{children}</p>}
      {action && <div className="mt-5 flex max-w-full flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
