import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LiveAlerts } from '../../features/follows/live-alerts.tsx';
import { wasOnAir } from '../../features/browser-stream/on-air-mark.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { followLists } from './follow-lists.ts';

const InterruptedBar = onDemand(
  () => import('../../features/browser-stream/interrupted/interrupted-bar.tsx'),
  'InterruptedBar',
  { isOptional: true },
);

interface FollowingProps {
  readonly userId: string | undefined;
}

/** Updates the lists of channels and announces followed channels that go live. Mount once. */
export function Following({ userId }: FollowingProps) {
  const cache = useQueryClient();
  useEffect(() => followLists(cache), [cache]);
  return (
    userId && (
      <>
        <LiveAlerts key={userId} />
        {wasOnAir(userId) && <InterruptedBar userId={userId} />}
      </>
    )
  );
}
