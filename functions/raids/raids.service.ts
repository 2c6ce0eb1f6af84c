import { decodeTime, ulid } from 'ulid';
import type { Channel } from '#shared/channels/channels.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import type { Raid, Raiders, Raids } from '#shared/live/raids.ts';
import { RAID_INTERVAL_MS } from '#shared/limits.ts';
import { isoTime } from '#shared/plain/time.ts';
import { DomainError, requireFound } from '#functions/base/errors.ts';
import type { ChannelsRepository, WatchedChannel } from '#functions/channels/index.ts';
import type { refusalsIn, StoredMessage } from '#functions/chat/index.ts';
import type { RaidsItem, StoredRaid } from './raid.item.ts';
import type { RaidsRepository } from './raids.repository.ts';

export interface RaidsDeps {
  readonly raids: RaidsRepository;
  readonly channels: Pick<ChannelsRepository, 'findVisible' | 'findByUsername'> & {
    findWatched(id: string): Promise<WatchedChannel | null>;
    /** The visible ones of these, in their order. */
    findMany(ids: readonly string[]): Promise<Channel[]>;
  };
  /** Who may not write in whose chat, or is blocked. */
  readonly findRefused: ReturnType<typeof refusalsIn>;
  /** Publishes an event to open pages of a channel. Never throws. */
  readonly publish: (channelId: string, event: ChannelEvent) => Promise<void>;
  readonly clock: () => number;
}

interface RaidRequest {
  /** Of the channel to be raided. */
  readonly username: string;
  /** The idempotency key. */
  readonly key: string | undefined;
}

export async function getRaids({ raids, channels, clock }: RaidsDeps, callerId: string): Promise<Raids> {
  const nowMs = clock();
  const [item, targets] = await Promise.all([raids.find(callerId), raids.recentTargets(callerId, nowMs)]);
  const nextMs = nextRaidMs(item);
  return {
    accepts: item.accepts ?? 'all',
    next_at: nextMs > nowMs ? isoTime(nextMs) : null,
    recent: await channels.findMany(targets),
  };
}

export async function setRaidSettings({ raids }: RaidsDeps, callerId: string, accepts: Raiders) {
  await raids.setAccepts(callerId, accepts);
  return { accepts };
}

/**
 * Sends the viewers of the caller's live channel to another one. Its streamer and chat see who arrives. A used idempotency
 * key publishes that raid again, as its first request may have died. Throws `not_found`, `forbidden` where the other does
 * not accept the raid, `conflict` unless both are live, and `too_many_requests`.
 */
export async function raid(deps: RaidsDeps, callerId: string, { username, key }: RaidRequest): Promise<Raid> {
  const { raids, channels } = deps;
  const [own, target, before] = await Promise.all([
    channels.findWatched(callerId),
    channels.findByUsername(username),
    raids.find(callerId),
  ]);
  const { channel: raider, viewers } = requireFound(own, 'channel');
  if (isRepeated(before, key)) return announceLatest(deps, raider, before);
  const nowMs = deps.clock();
  await requireAllowed(deps, raider, target, nextRaidMs(before) - nowMs);
  const found = requireFound(target, 'channel');
  const stored: StoredRaid = {
    id: ulid(nowMs),
    target_id: found.id,
    ...(raider.viewers !== undefined && { viewers: raider.viewers }),
  };
  const message = raidMessage(raider, stored, nowMs);
  const audience = viewers + (found.viewers ?? 0);
  if (await raids.write({ raiderId: raider.id, raid: stored, key, message, audience }, nowMs))
    return announce(deps, raider, stored, found);
  // The same request may have been sent twice at once.
  const now = await raids.find(callerId);
  if (isRepeated(now, key)) return announceLatest(deps, raider, now);
  throw nextRaidMs(now) > nowMs ? tooSoon(nextRaidMs(now) - nowMs) : targetOffline();
}

const nextRaidMs = ({ latest_id }: RaidsItem): number =>
  latest_id === undefined ? 0 : decodeTime(latest_id) + RAID_INTERVAL_MS;

const isRepeated = ({ latest_key }: RaidsItem, key: string | undefined): boolean =>
  key !== undefined && latest_key === key;

/** Throws `not_found` if the raided channel is gone. */
async function announceLatest(
  deps: RaidsDeps,
  raider: Channel,
  { latest_id = '' }: RaidsItem,
): Promise<Raid> {
  const stored = requireFound(await deps.raids.findRaid(raider.id, latest_id), 'channel');
  const target = requireFound(await deps.channels.findVisible(stored.target_id), 'channel');
  return announce(deps, raider, stored, target);
}

async function requireAllowed(
  { raids, findRefused }: RaidsDeps,
  raider: Channel,
  target: Channel | null,
  waitMs: number,
): Promise<void> {
  if (!raider.is_live) throw new DomainError('conflict', 'raid_while_offline');
  if (waitMs > 0) throw tooSoon(waitMs);
  const { id, is_live } = requireFound(target, 'channel');
  if (id === raider.id) throw new DomainError('conflict', 'raid_of_own_channel');
  if (!is_live) throw targetOffline();
  const inTheirs = { channelId: id, authorId: raider.id };
  const inOwn = { channelId: raider.id, authorId: id };
  const [isAccepted, refusalOf] = await Promise.all([
    raids.accepts(id, raider.id),
    findRefused([inTheirs, inOwn]),
  ]);
  // One reason for all, so that it does not say who has blocked whom.
  if (!isAccepted || refusalOf(inTheirs) || refusalOf(inOwn))
    throw new DomainError('forbidden', 'raid_not_accepted');
}

const tooSoon = (waitMs: number): DomainError =>
  new DomainError('too_many_requests', 'raid_too_soon', { wait_s: Math.ceil(waitMs / 1000) });
const targetOffline = (): DomainError => new DomainError('conflict', 'raid_target_offline');

async function announce(
  { publish }: RaidsDeps,
  raider: Channel,
  stored: StoredRaid,
  { id, username, display_name, avatar }: Channel,
): Promise<Raid> {
  const atMs = decodeTime(stored.id);
  const announced: Raid = {
    id: stored.id,
    at: isoTime(atMs),
    target: { id, username, display_name, avatar },
    ...(stored.viewers !== undefined && { viewers: stored.viewers }),
  };
  await Promise.all([
    publish(raider.id, { type: 'raid', raid: announced }),
    publish(id, { type: 'message', message: raidMessage(raider, stored, atMs) }),
  ]);
  return announced;
}

/** Its text is for programs; pages write it in the reader's language. */
function raidMessage({ username }: Channel, { id, viewers }: StoredRaid, atMs: number): StoredMessage {
  const viewersText = viewers === 1 ? '1 viewer' : `${viewers} viewers`;
  return {
    id,
    username,
    message: viewers ? `arrives with ${viewersText}` : 'arrives',
    timestamp: isoTime(atMs),
    action: true,
    raid: viewers ? { viewers } : {},
  };
}
