import { type ComponentProps, Suspense } from 'react';
import { useInSight } from '../../lib/hooks/use-in-sight.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';

const ShownFans = onDemand(() => import('../../features/fans/shown/shown-fans.tsx'), 'ShownFans');

/** The fans that a stream or a video shows, asked for once their place is in sight. */
export function FansInSight(props: ComponentProps<typeof ShownFans>) {
  const [wasSeen, ref] = useInSight();
  return (
    <div ref={ref} className="min-h-px">
      {wasSeen && (
        <ErrorBoundary isOptional>
          <Suspense>
            <ShownFans {...props} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
