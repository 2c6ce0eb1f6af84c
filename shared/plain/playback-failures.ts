/** A player's report of a failed playback, without personal data. */

/** `media`: the response is no video; `decode`: the device cannot play it. */
export const FAILURE_KINDS = ['network', 'media', 'decode'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Through Media Source Extensions, or natively by the browser. */
export const PLAYBACK_ENGINES = ['mse', 'native'] as const;
export type PlaybackEngine = (typeof PLAYBACK_ENGINES)[number];

/** Sampling: one page reports for this many. */
export const FAILURES_REPORTED_ONE_IN = 10;
