import { onDemand } from '../../ui/on-demand.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';

/** What a channel has planned, below the words that its streamer wrote. Loads after what stands above it on the page. */
export const Schedule = onDemand(() => import('./upcoming.tsx'), 'Upcoming', {
  fallback: <Skeleton className="h-6 w-2/3" />,
  isOptional: true,
});
