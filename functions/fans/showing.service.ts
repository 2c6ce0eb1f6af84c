import type { Fan } from '#shared/channels/fans.ts';
import { authorize } from '#functions/base/authorized.ts';
import { busy, notFound } from '#functions/base/errors.ts';
import { toFan, type Showing } from './fan.ts';
import type { FansDeps } from './fans.service.ts';

const ATTEMPTS = 5;

type Deps = Pick<FansDeps, 'fans' | 'showings' | 'channels' | 'ownerOfVideo'>;

/** The fans that still exist. Throws `not_found`, also for a video that the caller may not open. */
export async function listFansOf(deps: Deps, callerId: string | undefined, showing: Showing): Promise<Fan[]> {
  const [, { fanIds }] = await Promise.all([
    ownerOf(deps, callerId, showing),
    deps.showings.find(showing, false),
  ]);
  return deps.fans.findMany(fanIds);
}

/**
 * Sets the fans that the caller's stream or video shows, in this order. Throws `forbidden` for another's video or fan,
 * `not_found`, `busy`.
 */
export async function showFans(
  deps: Deps,
  callerId: string,
  showing: Showing,
  fanIds: readonly string[],
): Promise<Fan[]> {
  const { fans, showings } = deps;
  authorize(callerId, await ownerOf(deps, callerId, showing), showing, showing.kind);
  const ids = [...new Set(fanIds)];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [expected, found] = await Promise.all([
      showings.find(showing, true),
      Promise.all(ids.map((id) => fans.find(id))),
    ]);
    const chosen = found.map((fan) => {
      if (!fan) throw notFound('fan');
      return authorize(callerId, fan.channel_id, fan, 'fan');
    });
    if (await showings.replace(showing, callerId, expected, chosen)) return chosen.map(toFan);
  }
  throw busy('changed_elsewhere');
}

async function ownerOf(
  { channels, ownerOfVideo }: Deps,
  callerId: string | undefined,
  { kind, id }: Showing,
): Promise<string> {
  if (kind === 'channel') {
    if (!(await channels.findVisible(id))) throw notFound('channel');
    return id;
  }
  const owner = await ownerOfVideo(callerId, id);
  if (owner === null) throw notFound('video');
  return owner;
}
