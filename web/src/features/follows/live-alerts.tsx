import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { followedChannelsQuery } from './follows.queries.ts';
import { liveToast, toAnnounce } from './went-live.ts';

/** Raises a toast when a followed channel with a bell goes live. Shows nothing by itself; stands once, for one user. */
export function LiveAlerts() {
  const { data } = useQuery(followedChannelsQuery());
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
