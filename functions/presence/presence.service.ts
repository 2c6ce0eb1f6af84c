import type { PresenceAnswer } from '../../shared/live/presence.ts';
import type { Channel } from '../../shared/channels/streamers.ts';
import type { WatchedChannel } from '../channels/index.ts';
import { eachItem } from '../log/each-item.ts';
import { coalesced } from '../base/coalesced.ts';
import { DomainError, requireFound } from '../base/errors.ts';
import { logStep } from '../log/log.ts';
import {
  delayOf,
  isDrawn,
  MAX_REPORT_EVERY,
  reportAfterMs,
  samplingFor,
  isDelaySampled,
  typicalDelay,
  viewersIn,
  windowAt,
} from './presence.sampling.ts';
import type { AudienceRepository } from './audience.repository.ts';
import type { PresenceRepository } from './presence.repository.ts';
import type { RecentChannels } from './recent-channels.ts';

export interface PresenceDeps {
  readonly presence: Pick<PresenceRepository, 'add'>;
  readonly channels: Pick<RecentChannels, 'findById'>;
  readonly raiseViewers: ViewersRaiser;
  /** Throws `forbidden` unless the pass is for this channel. */
  readonly viewerOf: (pass: string, channelId: string) => string;
  readonly clock: () => number;
}

export interface CountingDeps {
  readonly presence: PresenceRepository;
  readonly audience: Pick<AudienceRepository, 'add'>;
  readonly live: () => Promise<readonly Pick<Channel, 'id' | 'viewers'>[]>;
  readonly setViewers: (channelId: string, viewers: number) => Promise<void>;
  readonly clock: () => number;
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
  { pass, shown_at: playedAt }: { readonly pass: string; readonly shown_at?: string | undefined },
): Promise<PresenceAnswer> {
  const { presence, channels, clock } = deps;
  const viewer = deps.viewerOf(pass, channelId);
  const found = requireFound(await channels.findById(channelId), 'channel');
  const { channel } = found;
  const nowMs = clock();
  const viewers = audienceOf(found, nowMs);
  const sampling = samplingFor(channel.is_live ? channel.viewers : 0, viewers);
  const window = windowAt(nowMs);
  if (channel.is_live && isDrawn(viewer, window, sampling)) {
    const delayS = isDelaySampled(viewer, { viewers }) ? delayOf(playedAt, nowMs) : undefined;
    await presence.add(channelId, { window, viewer, ...sampling, ...(delayS !== undefined && { delayS }) });
    if (channel.viewers < COUNTED_AT_ONCE) await deps.raiseViewers(channelId);
  }
  // Writes are sampled here, because a client that sampled by itself would not learn a new probability.
  return { report_after_ms: reportAfterMs(viewer, nowMs, sampling), report_probability: 1, channel };
}

/** The viewers of a live channel, as counted or as expected until then. */
function audienceOf({ channel, expected }: WatchedChannel, nowMs: number): number {
  if (!channel.is_live) return 0;
  return Math.max(channel.viewers, expected && nowMs < expected.until_ms ? expected.viewers : 0);
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
    if (!found || found.channel.viewers >= viewers) return;
    const { weight } = samplingFor(0, audienceOf(found, nowMs));
    if (weight > 1 && viewers < COUNTED_AT_ONCE) return;
    await raise(channelId, viewers, COUNTED_AT_ONCE).catch((error: unknown) => {
      // Many viewers arrive at once; the scheduled count includes them.
      if (!(error instanceof DomainError && ['busy', 'unavailable'].includes(error.code))) throw error;
    });
    channels.noteViewers(channelId, viewers);
  });

/** Scheduled every minute. */
export async function onPresenceTick(deps: CountingDeps): Promise<void> {
  const changed = await countViewers(deps);
  if (changed > 0) logStep('viewers.counted', { changed });
}

const AT_ONCE = 10;

/**
 * Counts the viewers of each live channel in the last complete window, or in the current one if
 * that has more. A failure of one channel does not affect the others. Returns the number of channels that changed.
 */
export async function countViewers(deps: CountingDeps): Promise<number> {
  const channels = await deps.live();
  const nowMs = deps.clock();
  let changed = 0;
  const work = async (channel: (typeof channels)[number]) => {
    if (await count(deps, channel, nowMs)) changed += 1;
  };
  await eachItem(channels, { step: 'viewers.count', atOnce: AT_ONCE, work });
  return changed;
}

async function count(
  { presence, audience, setViewers }: CountingDeps,
  { id, viewers: displayed }: Pick<Channel, 'id' | 'viewers'>,
  nowMs: number,
): Promise<boolean> {
  const window = windowAt(nowMs);
  const reports = await presence.list(id, window - MAX_REPORT_EVERY, window);
  const viewers = Math.max(viewersIn(window - 1, reports), viewersIn(window, reports));
  const isChanged = viewers !== displayed;
  if (isChanged) await setViewers(id, viewers);
  await audience.add(id, { atMs: nowMs, viewers, delayS: typicalDelay(window, reports) });
  return isChanged;
}
