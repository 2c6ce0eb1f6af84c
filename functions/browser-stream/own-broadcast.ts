import { DomainError, notFound } from '../errors.ts';
import type { Broadcast } from './broadcast.ts';
import type { BroadcastReads } from './ports.ts';

/** A broadcast of this channel's. Throws `not_found`, and `forbidden` where it is somebody else's. */
export async function requireOwn(
  broadcasts: Pick<BroadcastReads, 'find'>,
  channelId: string,
  id: string,
): Promise<Broadcast> {
  const broadcast = await broadcasts.find(id);
  if (!broadcast) throw notFound('Broadcast');
  if (broadcast.channelId !== channelId) throw new DomainError('forbidden', 'This broadcast is not yours.');
  return broadcast;
}
