import { onDemand } from '../../ui/on-demand.tsx';
import { Skeleton } from '../../ui/states/loading.tsx';

/** A channel's schedule. Loads after the content above it. */
export const Schedule = onDemand(() => import('./upcoming.tsx'), 'Upcoming', {
  fallback: <Skeleton className="h-6 w-2/3" />,
  isOptional: true,
});
