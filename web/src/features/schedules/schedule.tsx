import { Suspense } from 'react';
import { onDemand } from '../../lib/on-demand.ts';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import type { UpcomingProps } from './upcoming.tsx';

// Comes after what stands above it on the page.
const Upcoming = onDemand(() => import('./upcoming.tsx'), 'Upcoming');

/** What a channel has planned, below the words that its streamer wrote. */
export const Schedule = (props: UpcomingProps) => (
  <ErrorBoundary isOptional>
    <Suspense fallback={<Skeleton className="h-6 w-2/3" />}>
      <Upcoming {...props} />
    </Suspense>
  </ErrorBoundary>
);
