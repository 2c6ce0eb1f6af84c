import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Channel } from '../../../../shared/streamers.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { followedChannelsQuery } from './follows.queries.ts';
import { liveToast, toAnnounce } from './went-live.ts';

const REFRESH_MS = 30_000;

/**
 * Keeps the followed channels fresh for every screen, and raises a toast when one with a bell goes live.
 * Shows nothing by itself; stands once in the layout, for one user.
 */
export function LiveAlerts() {
  const { data } = useQuery({ ...followedChannelsQuery(), refetchInterval: REFRESH_MS });
  const { pathname } = useLocation();
  const seen = useRef<readonly Channel[]>([]);

  useEffect(() => {
    if (!data) return;
    const bells = new Set(data.bells);
    const toast = liveToast(toAnnounce({ before: seen.current, now: data.channels, bells, pathname }));
    seen.current = data.channels;
    if (toast) showToast(toast);
  }, [data, pathname]);
  return null;
}
