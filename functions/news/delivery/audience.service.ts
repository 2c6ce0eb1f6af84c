import { eachAtOnce } from '#functions/base/async/at-once.ts';
import type { PositionRange } from '#functions/base/position-range.ts';
import type { Notice } from '../notice.ts';
import { type AudiencePage, type DeliveryDeps, type Member, notified } from './delivery.ts';

/** Concurrent writes. */
const AT_ONCE = 25;

/** A part of the people to whom a notice is delivered. */
export async function audience(
  { bells, followers, listReminded }: DeliveryDeps,
  notice: Notice,
  range: PositionRange,
  limit: number,
): Promise<AudiencePage> {
  const { kind, channelId, personId, videoId } = notice;
  if (personId !== undefined) return { members: [notified(personId)], last: undefined };
  if (kind === 'reminder') return listReminded(notice, range, limit);
  if (videoId !== undefined) {
    const { followers: page, last } = await followers.page(channelId, range, limit);
    return { members: page.map(({ id, hasBell }) => ({ ...notified(id), isNotified: hasBell })), last };
  }
  const { followers: page, last } = await bells.page(channelId, range, limit);
  return { members: page.map(notified), last };
}

/** The members to notify. A published video is listed for the others, too. */
export async function notifiedOf(
  { addPublished }: DeliveryDeps,
  notice: Notice,
  members: readonly Member[],
): Promise<readonly string[]> {
  const { videoId } = notice;
  if (videoId !== undefined) {
    const failed = (count: number): string => `${count} of ${members.length} followers do not list the video`;
    await eachAtOnce(members, { atOnce: AT_ONCE, failed }, ({ personId }) =>
      addPublished(personId, { ...notice, videoId }),
    );
  }
  const people = members.filter(({ isNotified }) => isNotified).map(({ personId }) => personId);
  return [...new Set(people)];
}
