import type { Channel } from '#shared/channels/channels.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { SubscribedChannel } from '#functions/webhook-events/index.ts';
import {
  channelKey,
  type ExpectedAudience,
  toChannel,
  usernameKey,
  VISIBLE_ATTRIBUTES,
  type VisibleItem,
} from '../channel.item.ts';

/** Takes a username in any case; `null` if no visible channel has it. Eventually consistent. */
export async function findChannelId(table: Table, username: string): Promise<string | null> {
  const read = { isConsistent: false, attributes: CLAIM_ATTRIBUTES };
  return claimedBy(await getItem<Claim>(table, usernameKey(username), read));
}

export const CLAIM_ATTRIBUTES = ['channel_id', 'is_hidden'] as const satisfies readonly (keyof Claim)[];

interface Claim {
  readonly channel_id?: string;
  /** The person is suspended. */
  readonly is_hidden?: true | undefined;
}

/** The id of the channel that holds a claim. */
export const claimedBy = (claim: Claim | undefined): string | null =>
  claim?.is_hidden ? null : (claim?.channel_id ?? null);

/** `null` for a hidden channel. Eventually consistent. */
export async function findVisibleChannel(table: Table, id: string): Promise<Channel | null> {
  const item = await findVisibleItem(table, id, VISIBLE_ATTRIBUTES);
  return item && toChannel(item);
}

/** With what its webhooks have chosen. */
export async function findSubscribedChannel(table: Table, id: string): Promise<SubscribedVisible | null> {
  const item = await findVisibleItem(table, id, [...VISIBLE_ATTRIBUTES, 'webhooks']);
  return item && { ...toChannel(item), webhooks: item.webhooks };
}

export type SubscribedVisible = Channel & Pick<SubscribedChannel, 'webhooks'>;

/** Returns the channel with its expected audience. */
export async function findWatchedChannel(table: Table, id: string): Promise<WatchedChannel | null> {
  const item = await findVisibleItem(table, id, [
    ...VISIBLE_ATTRIBUTES,
    'expected_audience',
    'live_since_ms',
  ]);
  if (!item) return null;
  const { viewers, expected_audience: expected, live_since_ms: startMs } = item;
  return { channel: toChannel(item), viewers, expected, startMs };
}

export interface WatchedChannel {
  readonly channel: Channel;
  /** Also where their number is hidden. */
  readonly viewers: number;
  readonly expected?: ExpectedAudience | undefined;
  /** When its broadcast began, or the last one. */
  readonly startMs?: number | undefined;
}

async function findVisibleItem(table: Table, id: string, attributes: readonly (keyof VisibleItem)[]) {
  const item = await getItem<VisibleItem>(table, channelKey(id), { isConsistent: false, attributes });
  return item && !item.is_hidden ? item : null;
}
