import type { ReactNode } from 'react';

interface PageTextProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function PageText({ title, children }: PageTextProps) {
  return (
    <div className="mx-auto mb-8 max-w-3xl space-y-4 [&_code]:rounded-sm [&_code]:bg-raised [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_h2]:pt-4 [&_h2]:text-lg [&_h2]:font-semibold [&_li]:mt-1.5 [&_ul]:list-disc [&_ul]:ps-5">
      <h1 className="text-2xl font-bold">{title}</h1>
      {children}
    </div>
  );
}
