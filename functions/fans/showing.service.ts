/** Which fans a stream or a video shows. */
import type { Fan } from '../../shared/channels/fans.ts';
import { authorize } from '../base/authorized.ts';
import { notFound, unavailable } from '../base/errors.ts';
import { toFan, type Showing } from './fan.ts';
import type { FansPorts } from './ports.ts';

const ATTEMPTS = 5;

type Ports = Pick<FansPorts, 'fans' | 'showings' | 'channels' | 'ownerOfVideo'>;

/** Those that are still there. Throws `not_found`, also of a video that this caller may not know of. */
export async function listFansOf(
  ports: Ports,
  callerId: string | undefined,
  showing: Showing,
): Promise<Fan[]> {
  const [, { fanIds }] = await Promise.all([
    ownerOf(ports, callerId, showing),
    ports.showings.find(showing, false),
  ]);
  return ports.fans.findMany(fanIds);
}

/**
 * Has the caller's stream, or a video of theirs, show these fans of theirs, in this order. Throws `forbidden` for what is
 * another's, `not_found`, `unavailable`.
 */
export async function showFans(
  ports: Ports,
  callerId: string,
  showing: Showing,
  fanIds: readonly string[],
): Promise<Fan[]> {
  const { fans, showings } = ports;
  authorize(callerId, await ownerOf(ports, callerId, showing), showing, showing.kind);
  const ids = [...new Set(fanIds)];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [expected, found] = await Promise.all([
      showings.find(showing, true),
      Promise.all(ids.map((id) => fans.find(id))),
    ]);
    const chosen = found.map((fan) => {
      if (!fan) throw notFound('Fan');
      return authorize(callerId, fan.channel_id, fan, 'fan');
    });
    if (await showings.replace(showing, callerId, expected, chosen)) return chosen.map(toFan);
  }
  throw unavailable('This is being changed elsewhere. Please try again.', undefined);
}

/** Whose channel or video it is. Throws `not_found`. */
async function ownerOf(
  { channels, ownerOfVideo }: Ports,
  callerId: string | undefined,
  { kind, id }: Showing,
): Promise<string> {
  if (kind === 'channel') {
    if (!(await channels.findVisible(id))) throw notFound('Channel');
    return id;
  }
  const owner = await ownerOfVideo(callerId, id);
  if (owner === null) throw notFound('Video');
  return owner;
}
