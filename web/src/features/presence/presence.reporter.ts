/** Says that one is watching: at once, and from then on as often as the server asks for. */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { PresenceAnswer } from '../../../../shared/live/presence.ts';
import { PRESENCE_INTERVAL_MS } from '../../../../shared/limits.ts';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { endAll, listen } from '../../lib/listen.ts';
import { call } from '../../lib/api/api.ts';
import { showPass } from '../../lib/api/passes.ts';

/** When to report again. */
type Pace = Omit<PresenceAnswer, 'channel'>;

export interface ReporterPorts {
  readonly report: () => Promise<Pace>;
  /** From 0 to below 1, as `Math.random`. */
  readonly random: () => number;
  readonly nowMs: () => number;
}

export type Reporter = ReturnType<typeof presenceReporter>;

/**
 * A reporter of one channel, at rest. Whoever comes back soon is not counted twice: the next report is due when the
 * last one has run out. It is made with the probability that the server answered, else the one after it is waited for;
 * one that failed is made again after `retryMs`.
 */
export function presenceReporter({ report, random, nowMs }: ReporterPorts, retryMs: number) {
  let pace: Pace = { report_after_ms: retryMs, report_probability: 1 };
  let dueAtMs = 0;
  let watching: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const scheduleReport = ({ signal }: AbortController): void => {
    timer = setTimeout(() => void reportNow(signal), Math.max(0, dueAtMs - nowMs()));
  };
  const reportNow = async (signal: AbortSignal): Promise<void> => {
    dueAtMs = nowMs() + pace.report_after_ms;
    if (random() < pace.report_probability) {
      pace = await report().catch(() => ({ ...pace, report_after_ms: retryMs }));
      dueAtMs = nowMs() + pace.report_after_ms;
    }
    if (watching && !signal.aborted) scheduleReport(watching);
  };
  return {
    /** Somebody is watching; repeated: changes nothing. */
    watch: () => {
      if (watching) return;
      watching = new AbortController();
      scheduleReport(watching);
    },
    /** Nobody is watching any more, or not just now. */
    pause: () => {
      clearTimeout(timer);
      watching?.abort();
      watching = null;
    },
  };
}

interface Watching {
  /** When the picture was made that the page shows, of which the streamer learns how far behind viewers are. */
  readonly playingDate: RefObject<() => Date | null>;
  /** Each answer says how the channel now is. */
  readonly onAnswer: (channel: Channel) => void;
}

/** Counts this page among the viewers of a live channel while it is in sight. */
export function usePresence(
  { id, is_live }: Pick<Channel, 'id' | 'is_live'>,
  { playingDate, onAnswer }: Watching,
): void {
  const answered = useEffectEvent(onAnswer);
  useEffect(() => {
    if (!is_live) return;
    const reporter = presenceReporter(
      {
        report: async () => {
          const { channel, ...pace } = await showPass('channel', id, (pass) => {
            const shown_at = playingDate.current()?.toISOString();
            return call('POST /presence/{id}', {
              params: { id },
              body: { pass, ...(shown_at && { shown_at }) },
            });
          });
          answered(channel);
          return pace;
        },
        random: Math.random,
        nowMs: () => performance.now(),
      },
      PRESENCE_INTERVAL_MS,
    );
    const follow = () => (document.visibilityState === 'visible' ? reporter.watch() : reporter.pause());
    follow();
    return endAll([listen(document, 'visibilitychange', follow), reporter.pause]);
  }, [id, is_live, playingDate]);
}
