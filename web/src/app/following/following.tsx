import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LiveAlerts } from '../../features/follows/live-alerts.tsx';
import { followLists } from './follow-lists.ts';

interface FollowingProps {
  /** Who is signed in. */
  readonly userId: string | undefined;
}

/** Keeps every list of channels as it now is, and tells of those that go live. Stands once in the layout. */
export function Following({ userId }: FollowingProps) {
  const cache = useQueryClient();
  useEffect(() => followLists(cache), [cache]);
  return userId && <LiveAlerts key={userId} />;
}
