import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LiveAlerts } from '#web/features/follows/live-alerts.tsx';
import { wasOnAir } from '#web/features/browser-stream/on-air-mark.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { followLists } from './follow-lists.ts';

const InterruptedBar = onDemand(
  () => import('#web/features/browser-stream/interrupted/interrupted-bar.tsx'),
  'InterruptedBar',
  { isOptional: true },
);

const SuspensionBar = onDemand(
  () => import('#web/features/moderation/reports/suspension-bar.tsx'),
  'SuspensionBar',
  { isOptional: true },
);

interface FollowingProps {
  readonly userId: string | undefined;
}

/** Updates the lists of channels, announces followed channels that go live, and shows a suspension. Mount once. */
export function Following({ userId }: FollowingProps) {
  const cache = useQueryClient();
  const suspension = useSession()?.user.suspension;
  useEffect(() => followLists(cache), [cache]);
  return (
    userId && (
      <>
        <LiveAlerts key={userId} />
        {suspension && <SuspensionBar />}
        {wasOnAir(userId) && <InterruptedBar userId={userId} />}
      </>
    )
  );
}
