import { useEffect } from 'react';
import { PRESENCE_INTERVAL_MS } from '../../../../shared/limits.ts';
import type { Channel } from '../../../../shared/streamers.ts';
import { call } from '../../lib/api/api.ts';
import { presenceReporter } from './presence.reporter.ts';

/** Counts this page among the viewers of a live channel while it is in sight. */
export function usePresence({ id, is_live }: Pick<Channel, 'id' | 'is_live'>): void {
  useEffect(() => {
    if (!is_live) return;
    const reporter = presenceReporter(
      {
        report: () => call('POST /presence/{id}', { params: { id } }),
        random: Math.random,
        nowMs: () => performance.now(),
      },
      PRESENCE_INTERVAL_MS,
    );
    const follow = () => (document.visibilityState === 'visible' ? reporter.watch() : reporter.pause());
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      reporter.pause();
    };
  }, [id, is_live]);
}
