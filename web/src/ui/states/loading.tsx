import type { ReactNode } from 'react';
import { FanMark } from '../fan-mark.tsx';

interface LoadingProps {
  /** Shapes of what is to come; without them a turning fan shows. */
  readonly children?: ReactNode;
}

/** Says "Loading..." to everyone (specification §2). */
export function Loading({ children }: LoadingProps) {
  if (children) {
    return (
      <div>
        <output className="mb-4 block text-sm text-soft">Loading...</output>
        {children}
      </div>
    );
  }
  return (
    <output className="flex flex-col items-center justify-center gap-3 px-4 py-24 text-soft">
      <FanMark spinning className="size-10 text-accent" />
      Loading...
    </output>
  );
}
