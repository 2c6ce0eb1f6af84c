import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LiveAlerts } from '../../features/follows/live-alerts.tsx';
import { followLists } from './follow-lists.ts';

interface FollowingProps {
  readonly userId: string | undefined;
}

/** Updates the lists of channels and announces followed channels that go live. Mount once. */
export function Following({ userId }: FollowingProps) {
  const cache = useQueryClient();
  useEffect(() => followLists(cache), [cache]);
  return userId && <LiveAlerts key={userId} />;
}
