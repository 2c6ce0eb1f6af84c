import { HOUR_MS } from '../time.ts';

/** Languages per video. */
export const MAX_CAPTIONS = 20;
export const MAX_CAPTION_MB = 2;
/** Of a caption file, in characters: twelve hours of speech have less than half of it. */
export const MAX_CAPTION_TEXT = MAX_CAPTION_MB * 1024 * 1024;
export const MAX_CAPTION_CUES = 20_000;
/** Of one cue, in characters, as it is stored. */
export const MAX_CUE_TEXT = 2000;
export const CAPTION_LABEL_MAX_LENGTH = 50;
/** RFC 5646 §4.4.1. */
export const LANGUAGE_TAG_MAX_LENGTH = 35;
/** Further than any clock of a day, in either direction. */
export const MAX_CAPTION_SHIFT_MS = 100 * HOUR_MS;
