/**
 * Decides who sees which video; lists, counts, search and single reads derive from it. Pure. See
 * docs/decisions/videos.md.
 */
import type { Video, Visibility } from '#shared/videos/videos.ts';

type ListingFields = Pick<Video, 'status'> & {
  readonly visibility?: Visibility | undefined;
  readonly is_removed?: boolean | undefined;
  readonly is_withheld?: boolean | undefined;
};

/** Videos from before the field existed have none. */
export const visibilityOf = ({ visibility }: Pick<ListingFields, 'visibility'>): Visibility =>
  visibility ?? 'public';

/** Whether moderation allows it. Otherwise it is treated as private, regardless of its owner's choice. */
const isLet = ({ is_removed, is_withheld }: ListingFields): boolean => !is_removed && !is_withheld;

/** Whether public lists, counts and search contain it. */
export const isListed = (video: ListingFields): boolean =>
  video.status === 'ready' && visibilityOf(video) === 'public' && isLet(video);

/** Whether anybody with its address may open it, signed in or not. */
export const isOpen = (video: ListingFields): boolean =>
  video.status === 'ready' && visibilityOf(video) !== 'private' && isLet(video);

export const isOpenTo = (
  callerId: string | undefined,
  video: ListingFields & Pick<Video, 'channel_id'>,
): boolean => video.channel_id === callerId || isOpen(video);

/** Whether news may be about it: those of one person, who knows its address, or of many. */
export const isNewsFor = (
  personId: string | undefined,
  video: ListingFields & Pick<Video, 'channel_id'>,
): boolean => (personId === undefined ? isListed(video) : isOpenTo(personId, video));
