/**
 * What the owner of a channel edits on it. The stored item, the form, a saved edit, reports, decisions of moderators and
 * the `pages` Lambda's grants derive from these lists.
 */
import { PROFILE_MAX_LENGTHS } from '../limits.ts';

type ProfileText = keyof typeof PROFILE_MAX_LENGTHS;

/** Of `PUT /streamers/profile`. Channels from before a text existed lack it. */
export const PROFILE_TEXTS = Object.keys(PROFILE_MAX_LENGTHS) as ProfileText[];

/** Of the same. URLs; empty: the default is drawn. */
export const PROFILE_PICTURES = ['avatar', 'thumbnail_url'] as const;

/** Of the same: addresses of other sites. */
export const PROFILE_LINKS = 'links';

/** Of `PATCH /streamers/status`, with the tags. */
export const STATUS_TEXTS = ['title', 'game'] as const;

export type ProfileField = ProfileText | (typeof PROFILE_PICTURES)[number];

const EDITED_TEXTS = [...PROFILE_TEXTS, ...PROFILE_PICTURES, ...STATUS_TEXTS];

export const EDITED_FIELDS = [...EDITED_TEXTS, 'tags', PROFILE_LINKS] as const;

/** The texts of a channel on which nothing stands. */
export const EMPTY_PROFILE = Object.fromEntries(EDITED_TEXTS.map((name) => [name, ''])) as Readonly<
  Record<(typeof EDITED_TEXTS)[number], ''>
>;
