/** What a player tells of a playback that failed; nothing of whose it was. */

/** `media`: what came was no film; `decode`: this machine could not show it. */
export const FAILURE_KINDS = ['network', 'media', 'decode'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Through Media Source Extensions, or by the browser alone. */
export const PLAYBACK_ENGINES = ['mse', 'native'] as const;
export type PlaybackEngine = (typeof PLAYBACK_ENGINES)[number];

/** Of so many pages one tells, and stands for them all. */
export const FAILURES_REPORTED_ONE_IN = 10;
