/** What owners do with their collections. */
import type { Fan, FanBody } from '../../shared/channels/fans.ts';
import { MAX_FANS } from '../../shared/plain/fans/fan-limits.ts';
import { authorize } from '../base/authorized.ts';
import { DomainError, notFound, unavailable } from '../base/errors.ts';
import { toFan } from './fan.ts';
import { requireOwnPicture } from '../pictures/index.ts';
import type { Page, PageRequest } from '../base/page.ts';
import { isSameFan, written } from './fan.ts';
import type { FansPorts } from './ports.ts';

/** Others of the same person may be at it: a second tab, a request that was sent again. */
const ATTEMPTS = 5;

const busy = () => unavailable('This fan is being changed elsewhere. Please try again.', undefined);

/** A channel's collection, the newest first. Throws `not_found`. */
export async function listCollection(
  { fans, channels }: Pick<FansPorts, 'fans' | 'channels'>,
  channelId: string,
  part: PageRequest,
): Promise<Page<Fan>> {
  const [channel, page] = await Promise.all([channels.findVisible(channelId), fans.list(channelId, part)]);
  if (!channel) throw notFound('Channel');
  return page;
}

/**
 * Adds a fan to the caller's collection, or changes one; pictures that it no longer shows are deleted in a while. Throws
 * `forbidden` for what is another's, `conflict` for one too many, `not_found`, `unavailable`.
 */
export async function saveFan(ports: FansPorts, callerId: string, id: string, body: FanBody): Promise<Fan> {
  const { fans, clock, discardPicture } = ports;
  for (const url of body.picture_urls) requireOwnPicture(callerId, url);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await fans.find(id);
    if (before) authorize(callerId, before.channel_id, before, 'fan');
    const addedAtMs = before ? Date.parse(before.added_at) : clock();
    const fan = written({ id, channelId: callerId, addedAtMs }, body);
    const outcome = before && isSameFan(toFan(before), fan) ? 'saved' : await fans.save(fan, before);
    if (outcome === 'too many')
      throw new DomainError(
        'conflict',
        `Your collection has ${MAX_FANS} fans, which is as many as it can. Delete one to add another.`,
      );
    if (outcome === 'no channel') throw notFound('Channel');
    if (outcome === 'raced') continue;
    // Also of what changes nothing: whoever changed it may have died before this.
    if (before) await fans.placeLinks(fan);
    const dropped = (before?.picture_urls ?? []).filter((url) => !fan.picture_urls.includes(url));
    await Promise.all(dropped.map((url) => discardPicture(callerId, url)));
    return fan;
  }
  throw busy();
}

/** Deletes a fan of the caller's, with its pictures. Nothing where there is none. Throws `forbidden`, `unavailable`. */
export async function deleteFan(
  { fans, discardPicture }: Pick<FansPorts, 'fans' | 'discardPicture'>,
  callerId: string,
  id: string,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await fans.find(id);
    if (!before) return fans.removeLinks(id);
    if (!(await fans.remove(authorize(callerId, before.channel_id, before, 'fan')))) continue;
    await fans.removeLinks(id);
    await Promise.all(before.picture_urls.map((url) => discardPicture(callerId, url)));
    return;
  }
  throw busy();
}
