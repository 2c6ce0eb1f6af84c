import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Channel } from '#shared/channels/channels.ts';
import { INTERRUPTION_MAX_MS } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { formatList } from '#web/lib/i18n/numbers.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast, type ToastWords } from '#web/ui/overlays/toast-store.ts';
import { followedChannelsQuery } from './follows.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** An interrupted stream goes on within this time, which is no news. */
const SAME_STREAM_MS = INTERRUPTION_MAX_MS + 2 * MINUTE_MS;

/** Raises a toast when a followed channel with a bell goes live. Mount once per user. */
export function LiveAlerts() {
  const { data } = useQuery(followedChannelsQuery());
  const { pathname } = useLocation();
  const seen = useRef<readonly Channel[]>([]);
  const lastLiveMs = useRef(new Map<string, number>());

  useEffect(() => {
    if (!data) return;
    const bells = new Set(data.bells);
    const nowMs = Date.now();
    for (const { id, is_live } of seen.current) if (is_live) lastLiveMs.current.set(id, nowMs);
    const recent = [...lastLiveMs.current].filter(([, atMs]) => nowMs - atMs < SAME_STREAM_MS);
    const sights = { before: seen.current, now: data.channels, bells, pathname };
    const toast = liveToast(toAnnounce({ ...sights, recentlyLive: new Set(recent.map(([id]) => id)) }));
    seen.current = data.channels;
    if (toast) showToast(toast);
  }, [data, pathname]);
  return null;
}

interface Sights {
  /** The previous channels; empty the first time. */
  readonly before: readonly Channel[];
  readonly now: readonly Channel[];
  readonly bells: ReadonlySet<string>;
  readonly pathname: string;
  /** Their streams may have been interrupted. @default none */
  readonly recentlyLive?: ReadonlySet<string>;
}

/** The channels with a bell that went live, without that of the open screen. */
export function toAnnounce({
  before,
  now,
  bells,
  pathname,
  recentlyLive = new Set(),
}: Sights): readonly Channel[] {
  const offline = new Set(before.filter(({ is_live }) => !is_live).map(({ id }) => id));
  return now.filter(
    ({ id, is_live, username }) =>
      is_live &&
      offline.has(id) &&
      !recentlyLive.has(id) &&
      bells.has(id) &&
      paths.channel(username).toLowerCase() !== pathname.toLowerCase(),
  );
}

/** Announces channels in one toast, because a second would replace it. `null` without any. */
export function liveToast(channels: readonly Channel[]): ToastWords | null {
  const [first, ...others] = channels;
  if (!first) return null;
  if (others.length === 0) {
    return {
      title: t('follows.channelIsLive', { displayName: first.display_name }),
      ...(first.title && { description: first.title }),
      link: { label: t('follows.watch'), to: paths.channel(first.username) },
    };
  }
  return {
    title: t('follows.channelsAreLive', { count: channels.length }),
    description: formatList(channels.map(({ display_name }) => display_name)),
    link: { label: t('follows.seeChannels'), to: paths.following() },
  };
}
