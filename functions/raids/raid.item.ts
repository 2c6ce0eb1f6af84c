/**
 * Raids. Keys:
 *
 * | item                                     | pk                   | sk               | gsi1pk               | gsi1sk           |
 * |------------------------------------------|----------------------|------------------|----------------------|------------------|
 * | whose raids it accepts, and its latest   | `CHANNEL#<id>`       | `RAIDS`          |                      |                  |
 * | a raid of the channel, expires           | `CHANNEL#<id>`       | `RAID#<its ULID>`| `ABOUT#<target's id>`| `RAID#<its ULID>`|
 *
 * `ABOUT#<person id>` is also the index of rooms, by which the deletion of an account finds what others store about it.
 */
import type { Raiders } from '#shared/live/raids.ts';

export interface RaidsItem {
  /** Missing until its owner has chosen. */
  readonly accepts?: Raiders;
  /** The id of its latest raid, without whom it was of: the deletion of that account finds the raid alone. */
  readonly latest_id?: string;
  /** The idempotency key of that request. */
  readonly latest_key?: string | undefined;
}

export interface StoredRaid {
  readonly id: string;
  readonly target_id: string;
  readonly viewers?: number | undefined;
}

export const raidsKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'RAIDS' });
export const RAID_PREFIX = 'RAID#';
export const raidKey = (channelId: string, id: string) => ({
  pk: `CHANNEL#${channelId}`,
  sk: RAID_PREFIX + id,
});

export const raidItem = (channelId: string, { id, target_id, viewers }: StoredRaid) => ({
  ...raidKey(channelId, id),
  gsi1pk: `ABOUT#${target_id}`,
  gsi1sk: RAID_PREFIX + id,
  target_id,
  ...(viewers !== undefined && { viewers }),
});
