/**
 * Who sees which video. The one place that decides: lists, totals, search and single reads derive from it. Pure.
 * See docs/decisions/videos.md.
 */
import type { Video, Visibility } from '../../shared/videos/videos.ts';

type ListingFields = Pick<Video, 'status'> & {
  readonly visibility?: Visibility | undefined;
  readonly is_removed?: boolean | undefined;
  readonly is_withheld?: boolean | undefined;
};

/** Videos from before there was a choice have none. */
export const visibilityOf = ({ visibility }: Pick<ListingFields, 'visibility'>): Visibility =>
  visibility ?? 'public';

/** Whether moderators let it be seen: else it is as a private one, whatever its owner chose. */
const isLet = ({ is_removed, is_withheld }: ListingFields): boolean => !is_removed && !is_withheld;

/** Whether it stands in the lists and the search that everybody sees, and counts in their totals. */
export const isListed = (video: ListingFields): boolean =>
  video.status === 'ready' && visibilityOf(video) === 'public' && isLet(video);

/** Whether whoever has its address may open it, signed in or not. */
export const isOpen = (video: ListingFields): boolean =>
  video.status === 'ready' && visibilityOf(video) !== 'private' && isLet(video);

/** Whether this caller may know of it. */
export const isOpenTo = (
  callerId: string | undefined,
  video: ListingFields & Pick<Video, 'channel_id'>,
): boolean => video.channel_id === callerId || isOpen(video);
