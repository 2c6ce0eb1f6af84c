import { authorize, type Authorized } from '../base/authorized.ts';
import { notFound } from '../base/errors.ts';
import type { Broadcast } from './broadcast.ts';
import type { BroadcastReads } from './ports/broadcasts.ts';

/** A broadcast of this channel's. Throws `not_found`, and `forbidden` where it is somebody else's. */
export async function requireOwn(
  broadcasts: Pick<BroadcastReads, 'find'>,
  channelId: string,
  id: string,
): Promise<Authorized<Broadcast>> {
  const broadcast = await broadcasts.find(id);
  if (!broadcast) throw notFound('Broadcast');
  return authorize(channelId, broadcast.channelId, broadcast, 'broadcast');
}
