import type { BroadcastReads } from './table/broadcast-reads.repository.ts';
import { authorize, type Authorized } from '#functions/base/authorized.ts';
import { DomainError, requireFound } from '#functions/base/errors.ts';
import type { Broadcast } from './broadcast.ts';

/** Throws `not_found`, and `forbidden` if the broadcast belongs to another channel. */
export async function requireOwn(
  broadcasts: Pick<BroadcastReads, 'find'>,
  channelId: string,
  id: string,
): Promise<Authorized<Broadcast>> {
  const broadcast = requireFound(await broadcasts.find(id), 'broadcast');
  return authorize(channelId, broadcast.channelId, broadcast, 'broadcast');
}

/** The same for a direct broadcast. Throws `conflict` if it takes chunks. */
export async function requireDirect(
  broadcasts: Pick<BroadcastReads, 'find'>,
  channelId: string,
  streamId: string,
): Promise<Authorized<Broadcast>> {
  const broadcast = await requireOwn(broadcasts, channelId, streamId);
  if (broadcast.way === 'direct') return broadcast;
  throw new DomainError('conflict', 'not_for_segments');
}
