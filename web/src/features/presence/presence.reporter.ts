/** Reports that the page is watching a channel: at once, and then as often as the server requests. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { PresenceAnswer } from '#shared/live/presence.ts';
import { PRESENCE_INTERVAL_MS } from '#shared/limits.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { endAll, listen } from '#web/lib/listen.ts';
import { call } from '#web/lib/api/api.ts';
import type { ViewerOrigin } from '#shared/people/viewer-origin.ts';
import { viewerOrigin } from '#web/lib/viewer-origin.ts';
import { showPass } from '#web/lib/api/passes.ts';

/** Pages that were open when a broadcast began do not report at once. */
const START_SPREAD_MS = 5000;
/** First reports of all pages together, where many come at once. */
const FIRST_REPORTS_PER_SECOND = 200;

/**
 * Over how many ms the first reports of a channel's pages are spread; `hasWaited`: the page was open before the broadcast.
 * All followers may come at once.
 */
export function firstReportSpreadMs(
  { viewers = 0, followers }: Pick<Channel, 'viewers' | 'followers'>,
  hasWaited: boolean,
): number {
  const crowdMs = (Math.max(viewers, followers) / FIRST_REPORTS_PER_SECOND) * 1000;
  const leastMs = hasWaited ? START_SPREAD_MS : 0;
  return crowdMs < 1000 ? leastMs : Math.min(PRESENCE_INTERVAL_MS, Math.max(leastMs, crowdMs));
}

/** The interval and the probability of the next report. */
type Pace = Omit<PresenceAnswer, 'channel'>;

/**
 * Reports one channel, initially paused; for the first time after `firstAfterMs`. The next report is due when the last one expires, because a viewer who returns
 * soon must not be counted twice. Each report is sent with the probability that the server answered. A failed one is
 * repeated after `retryMs`.
 */
export function presenceReporter(report: () => Promise<Pace>, retryMs: number, firstAfterMs = 0) {
  let pace: Pace = { report_after_ms: retryMs, report_probability: 1 };
  let dueAtMs = performance.now() + firstAfterMs;
  let watching: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const scheduleReport = ({ signal }: AbortController): void => {
    timer = setTimeout(() => void reportNow(signal), Math.max(0, dueAtMs - performance.now()));
  };
  const reportNow = async (signal: AbortSignal): Promise<void> => {
    dueAtMs = performance.now() + pace.report_after_ms;
    if (Math.random() < pace.report_probability) {
      pace = await report().catch(() => ({ ...pace, report_after_ms: retryMs }));
      dueAtMs = performance.now() + pace.report_after_ms;
    }
    if (watching && !signal.aborted) scheduleReport(watching);
  };
  return {
    /** A repeated call has no effect. */
    watch: () => {
      if (watching) return;
      watching = new AbortController();
      scheduleReport(watching);
    },
    pause: () => {
      clearTimeout(timer);
      watching?.abort();
      watching = null;
    },
  };
}

/**
 * Counts this page as a viewer of a live channel while it is visible. `onAnswer` gets the channel's current state after
 * each report. Returns the capture date of the current picture, from which the server computes the viewers' delay, and
 * the function with which a player changes its source.
 */
export function usePresence(
  { id, is_live, viewers, followers }: Pick<Channel, 'id' | 'is_live' | 'viewers' | 'followers'>,
  isViewer: boolean,
  onAnswer: (channel: Channel) => void,
) {
  const [playing] = useState(() => {
    let read = (): Date | null => null;
    return { date: () => read(), setDate: (next: typeof read) => (read = next) };
  });
  const isCounted = is_live && isViewer;
  const [hasWaited, setHasWaited] = useState(!is_live);
  if (!is_live && !hasWaited) setHasWaited(true);
  const answered = useEffectEvent(onAnswer);
  const spreadMs = useEffectEvent(() => firstReportSpreadMs({ viewers, followers }, hasWaited));
  useEffect(() => {
    if (!isCounted) return;
    let origin: ViewerOrigin | null = viewerOrigin();
    const report = async () => {
      const { channel, ...pace } = await showPass('channel', id, (pass) => {
        const shown_at = playing.date()?.toISOString();
        const body = { pass, ...(shown_at && { shown_at }), ...(origin && { origin }) };
        return call('POST /presence/{id}', { params: { id }, body });
      });
      origin = null;
      answered(channel);
      return pace;
    };
    const reporter = presenceReporter(report, PRESENCE_INTERVAL_MS, Math.random() * spreadMs());
    const follow = () => (document.visibilityState === 'visible' ? reporter.watch() : reporter.pause());
    follow();
    return endAll([listen(document, 'visibilitychange', follow), reporter.pause]);
  }, [id, isCounted, playing]);
  return playing;
}
