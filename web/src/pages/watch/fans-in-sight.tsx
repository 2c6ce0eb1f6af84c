import type { ComponentProps } from 'react';
import { useInSight } from '../../lib/hooks/use-in-sight.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const ShownFans = onDemand(() => import('../../features/fans/featured/featured-fans.tsx'), 'FeaturedFans', {
  isOptional: true,
});

/** The fans that a stream or a video shows, asked for once their place is in sight. */
export function FansInSight(props: ComponentProps<typeof ShownFans>) {
  const [wasSeen, ref] = useInSight();
  return (
    <div ref={ref} className="min-h-px">
      {wasSeen && <ShownFans {...props} />}
    </div>
  );
}
