import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LiveAlerts } from '../../features/follows/live-alerts.tsx';
import { followLists } from './follow-lists.ts';

interface FollowingProps {
  /** Who is signed in. */
  readonly userId: string | undefined;
}

/** Keeps all lists of channels up to date, and raises toasts when followed channels go live. Mounted once. */
export function Following({ userId }: FollowingProps) {
  const cache = useQueryClient();
  useEffect(() => followLists(cache), [cache]);
  return userId && <LiveAlerts key={userId} />;
}
