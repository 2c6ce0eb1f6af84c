import type { ReactNode } from 'react';

interface FanPageHeaderProps {
  readonly title: string;
  /** At the end of the heading's line. */
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}

export const FanPageHeader = ({ title, beside, children }: FanPageHeaderProps) => (
  <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
    <div className="min-w-0">
      <h1 dir="auto" className="text-2xl font-bold wrap-anywhere">
        {title}
      </h1>
      {children && <p className="mt-1 text-soft">{children}</p>}
    </div>
    {beside}
  </header>
);
