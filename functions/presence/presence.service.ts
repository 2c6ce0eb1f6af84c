import type { PresenceAnswer } from '#shared/live/presence.ts';
import type { ViewerOrigin } from '#shared/people/viewer-origin.ts';
import type { WatchedChannel } from '#functions/channels/index.ts';
import { eachItem } from '#functions/log/each-item.ts';
import { coalesced } from '#functions/base/async/coalesced.ts';
import { paced, PROCESS_TIMER, type Timer } from '#functions/base/async/paced.ts';
import { DomainError, requireFound } from '#functions/base/errors.ts';
import { logStep } from '#functions/log/log.ts';
import {
  delayOf,
  isSampled,
  MAX_REPORT_EVERY,
  reportAfterMs,
  samplingFor,
  isDelaySampled,
  typicalDelay,
  viewersIn,
  windowAt,
} from './presence-sampling.ts';
import type { AudienceRepository } from './audience.repository.ts';
import type { PresenceRepository } from './presence.repository.ts';
import type { RecentChannels } from './recent-channels.ts';

export interface PresenceDeps {
  readonly presence: Pick<PresenceRepository, 'add'>;
  readonly channels: Pick<RecentChannels, 'findById'>;
  readonly raiseViewers: ViewersRaiser;
  /** Counts how the viewer came, once in a broadcast. Never throws. @default it is not counted */
  readonly arrive?: (channelId: string, arrival: LiveArrival) => Promise<void>;
  /** Throws `forbidden` unless the pass is for this channel. */
  readonly viewerOf: (pass: string, channelId: string) => string;
  readonly clock: () => number;
}

export interface LiveArrival extends ViewerOrigin {
  readonly viewer: string;
  readonly weight: number;
  /** Of the broadcast. */
  readonly startMs: number;
}

interface PresenceReport {
  readonly pass: string;
  readonly shown_at?: string | undefined;
  readonly origin?: ViewerOrigin | undefined;
}

export interface CountingDeps {
  readonly presence: PresenceRepository;
  readonly audience: Pick<AudienceRepository, 'add'>;
  readonly setViewers: (channelId: string, viewers: number) => Promise<void>;
  readonly clock: () => number;
  /** @default the process's */
  readonly timer?: Timer;
}

interface CountedChannel {
  readonly id: string;
  readonly viewers: number;
  readonly followers?: number | undefined;
  readonly live_since_ms?: number | undefined;
}

/** Reports raise the number only in channels with fewer viewers; the scheduled count updates the others. */
const COUNTED_AT_ONCE = 10;

/**
 * Records that the viewer of a pass is watching a live channel, and returns when to report again. Throws `not_found`,
 * `forbidden`.
 */
export async function reportPresence(
  deps: PresenceDeps,
  channelId: string,
  { pass, shown_at: playedAt, origin }: PresenceReport,
): Promise<PresenceAnswer> {
  const { presence, channels, clock } = deps;
  const viewer = deps.viewerOf(pass, channelId);
  const found = requireFound(await channels.findById(channelId), 'channel');
  const { channel } = found;
  const nowMs = clock();
  const viewers = audienceOf(found, nowMs);
  const sampling = samplingFor(channel.is_live ? found.viewers : 0, viewers);
  const window = windowAt(nowMs);
  if (channel.is_live && isSampled(viewer, window, sampling)) {
    const delayS = isDelaySampled(viewer, { viewers }) ? delayOf(playedAt, nowMs) : undefined;
    await presence.add(channelId, { window, viewer, ...sampling, ...(delayS !== undefined && { delayS }) });
    if (origin && found.startMs !== undefined)
      await deps.arrive?.(channelId, { ...origin, viewer, weight: sampling.weight, startMs: found.startMs });
    if (found.viewers < COUNTED_AT_ONCE) await deps.raiseViewers(channelId);
  }
  // Writes are sampled here, because a client that sampled by itself would not learn a new probability.
  return { report_after_ms: reportAfterMs(viewer, nowMs, sampling), report_probability: 1, channel };
}

/** The viewers of a live channel, as counted or as expected until then. */
function audienceOf({ channel, viewers, expected }: WatchedChannel, nowMs: number): number {
  if (!channel.is_live) return 0;
  return Math.max(viewers, expected && nowMs < expected.until_ms ? expected.viewers : 0);
}

interface RaisingDeps {
  readonly presence: Pick<PresenceRepository, 'list'>;
  readonly channels: RecentChannels;
  /** Raises a number that is less than `below`. Throws `busy` or `unavailable` under contention. */
  readonly raise: (channelId: string, viewers: number, below: number) => Promise<void>;
  readonly clock: () => number;
}

export type ViewersRaiser = (channelId: string) => Promise<void>;

/**
 * Only raises the number, because the other viewers may not have reported in this window yet. A rush raises it once: where
 * many are expected, not before there are as many as are left to the scheduled count.
 */
export const viewersRaiser = ({ presence, channels, raise, clock }: RaisingDeps): ViewersRaiser =>
  coalesced(async (channelId) => {
    const nowMs = clock();
    const window = windowAt(nowMs);
    const viewers = viewersIn(window, await presence.list(channelId, window, window));
    const found = await channels.findById(channelId);
    if (!found || found.viewers >= viewers) return;
    const { weight } = samplingFor(0, audienceOf(found, nowMs));
    if (weight > 1 && viewers < COUNTED_AT_ONCE) return;
    await raise(channelId, viewers, COUNTED_AT_ONCE).catch((error: unknown) => {
      // Many viewers arrive at once; the scheduled count includes them.
      if (!(error instanceof DomainError && ['busy', 'unavailable'].includes(error.code))) throw error;
    });
    channels.noteViewers(channelId, viewers);
  });

/** Scheduled every minute. */
export async function onPresenceTick(...input: Parameters<typeof countViewers>): Promise<void> {
  const changed = await countViewers(...input);
  if (changed > 0) logStep('viewers.counted', { changed });
}

const AT_ONCE = 10;
/** The Lambda ends after a minute; the next tick counts the channels that are left. */
const MAX_COUNTING_MS = 50_000;

/**
 * Counts the viewers of each of the live channels in the last complete window, or in the current one if that has more.
 * Begins one every `everyMs`. A failure of one channel does not affect the others. Returns the number of channels that
 * changed.
 */
export async function countViewers(
  deps: CountingDeps,
  live: readonly CountedChannel[],
  everyMs: number,
): Promise<number> {
  const { timer = PROCESS_TIMER, clock } = deps;
  const untilMs = timer.nowMs() + MAX_COUNTING_MS;
  const minuteMs = clock();
  let changed = 0;
  const work = async (channel: CountedChannel) => {
    if (await count(deps, channel, minuteMs)) changed += 1;
  };
  const channels = paced(live, { everyMs, untilMs, timer });
  await eachItem(channels, { step: 'viewers.count', atOnce: AT_ONCE, work });
  return changed;
}

/** `minuteMs`: begins the count of all channels, which may take most of a minute. */
async function count(
  { presence, audience, setViewers, clock }: CountingDeps,
  { id, viewers: displayed, followers, live_since_ms: startMs }: CountedChannel,
  minuteMs: number,
): Promise<boolean> {
  const window = windowAt(clock());
  const reports = await presence.list(id, window - MAX_REPORT_EVERY, window);
  const viewers = Math.max(viewersIn(window - 1, reports), viewersIn(window, reports));
  const isChanged = viewers !== displayed;
  if (isChanged) await setViewers(id, viewers);
  const delayS = typicalDelay(window, reports);
  await audience.add(id, { atMs: minuteMs, viewers, delayS, followers, startMs });
  return isChanged;
}
