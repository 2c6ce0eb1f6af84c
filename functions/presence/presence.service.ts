import { PRESENCE_INTERVAL_MS } from '../../shared/limits.ts';
import type { PresenceAnswer } from '../../shared/live/presence.ts';
import type { Channel } from '../../shared/channels/streamers.ts';
import { eachAtOnce } from '../base/at-once.ts';
import { DomainError, notFound } from '../base/errors.ts';
import {
  delayOf,
  isDrawn,
  MAX_REPORT_EVERY,
  samplingFor,
  tellsDelay,
  typicalDelay,
  viewersIn,
  windowAt,
} from './presence.sampling.ts';
import type { PresencePorts, CountingPorts } from './ports.ts';

/** Who comes into a room that shows fewer is shown at once: so often, and no more, do reports change a channel. */
const SHOWN_AT_ONCE = 10;

interface Report {
  readonly channelId: string;
  readonly pass: string;
  /** When the picture was made that the viewer sees, ISO 8601. */
  readonly shownAt?: string | undefined;
}

/**
 * Takes in that the viewer whom a pass names is watching, and tells when to report again. At most one write, and none
 * for a channel that is not live; a small room shows at once who comes. Throws `not_found`, `forbidden`.
 */
export async function reportPresence(
  ports: PresencePorts,
  { channelId, pass, shownAt }: Report,
): Promise<PresenceAnswer> {
  const { presence, channels, clock } = ports;
  const viewer = ports.viewerOf(pass, channelId);
  const channel = await channels.findById(channelId);
  if (!channel) throw notFound('Channel');
  const sampling = samplingFor(channel.is_live ? channel.viewers : 0);
  const nowMs = clock();
  const window = windowAt(nowMs);
  if (channel.is_live && isDrawn(viewer, window, sampling)) {
    const delayS = tellsDelay(viewer, channel) ? delayOf(shownAt, nowMs) : undefined;
    await presence.add(channelId, { window, viewer, ...sampling, ...(delayS !== undefined && { delayS }) });
    if (channel.viewers < SHOWN_AT_ONCE) await showAtOnce(ports, channelId, window);
  }
  // The sampling of writes is done here: a viewer that drew lots by itself would not hear of a new probability.
  return { report_after_ms: sampling.reportEvery * PRESENCE_INTERVAL_MS, report_probability: 1, channel };
}

/** The others of the room may not have reported in this window yet, so what is shown is raised and never lowered. */
async function showAtOnce(
  { presence, raiseViewers }: PresencePorts,
  channelId: string,
  window: number,
): Promise<void> {
  const viewers = viewersIn(window, await presence.list(channelId, window, window));
  await raiseViewers(channelId, viewers).catch((error: unknown) => {
    // A crowd comes at this moment; the tick counts it.
    if (!(error instanceof DomainError && error.code === 'unavailable')) throw error;
  });
}

/** Channels that are counted at the same time. */
const AT_ONCE = 10;

/**
 * The minute tick: sums the last complete window of each live channel into its viewers, where that changes them; the
 * present one where it has more already, or who has just been shown would be hidden. So a viewer of a larger room
 * appears after 60 s at most. What it found is kept as a point of the channel's curve, with how far behind they are. One
 * channel's failure does not keep the others from their turn. Answers the number of channels that changed.
 */
export async function countViewers(ports: CountingPorts): Promise<number> {
  const channels = await ports.live();
  const nowMs = ports.clock();
  let changed = 0;
  const failed = (failures: number) => `The viewers of ${failures} channels could not be counted`;
  await eachAtOnce(channels, { atOnce: AT_ONCE, failed }, async (channel) => {
    if (await count(ports, channel, nowMs)) changed += 1;
  });
  return changed;
}

async function count(
  { presence, audience, setViewers }: CountingPorts,
  { id, viewers: known }: Pick<Channel, 'id' | 'viewers'>,
  nowMs: number,
): Promise<boolean> {
  const window = windowAt(nowMs);
  const reports = await presence.list(id, window - MAX_REPORT_EVERY, window);
  const viewers = Math.max(viewersIn(window - 1, reports), viewersIn(window, reports));
  const isChanged = viewers !== known;
  if (isChanged) await setViewers(id, viewers);
  await audience.keep(id, { atMs: nowMs, viewers, delayS: typicalDelay(window, reports) });
  return isChanged;
}
