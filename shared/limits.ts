/** The limits and constants that the specification fixes (§5, §9), with their units. */

export const USERNAME_MIN_LENGTH = 3;
export const USERNAME_MAX_LENGTH = 25;
/** Letters, digits and underscore; case is kept for display and ignored for identity. */
export const USERNAME_PATTERN = /^[A-Za-z0-9_]+$/;

export const PASSWORD_MIN_LENGTH = 8;
/** Cognito's own upper bound. */
export const PASSWORD_MAX_LENGTH = 256;
export const EMAIL_MAX_LENGTH = 254;

export const TITLE_MAX_LENGTH = 140;
export const GAME_MAX_LENGTH = 50;
export const TAG_MAX_LENGTH = 25;
/** §5, §9: tags of one stream. */
export const MAX_TAGS = 5;
/** §9: tags shown on a stream card. */
export const CARD_TAGS = 2;
/** §3, §9: channels recommended in the sidebar. */
export const RECOMMENDED_CHANNELS = 5;

/** Entries of one page of a list, unless `limit` says otherwise. */
export const PAGE_LIMIT_DEFAULT = 48;
export const PAGE_LIMIT_MAX = 100;

/** A live channel that has waited this long without a picture is taken off the air. */
export const INGEST_WAIT_MAX_MS = 15 * 60_000;

/** §9: toasts, one at a time. */
export const TOAST_DURATION_MS = 5000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = 'F8';
