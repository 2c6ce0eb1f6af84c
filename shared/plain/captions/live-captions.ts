/** Captions of live broadcasts: limits, and what server and pages compute alike. Pure. */

/** Cues are read by ranges of the time of their pictures, of this length. */
export const CAPTION_SLOT_MS = 10_000;
/** In characters. */
export const LIVE_CUE_MAX_LENGTH = 200;
/** Of a person, in a broadcast. */
export const LIVE_CUES_PER_MINUTE = 60;
/** How much later than its picture a cue may come. */
export const LIVE_CUE_MAX_AGE_MS = 60_000;
export const LIVE_CUE_MAX_S = 10;
/** How many those who moderate the captions see. */
export const LATEST_CUES = 50;

export const captionSlot = (atMs: number): number => Math.floor(atMs / CAPTION_SLOT_MS);

/** How long a text takes to read and to be noticed, at 17 characters a second. */
export const readingMs = (text: string): number =>
  Math.min(7000, Math.max(3000, Math.round(text.length * 59)));

/** The text as cue text of WebVTT (§4.2.2). */
export const escapeCueText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The name of a language in `language`, or the tag where there is no name. Never throws. */
export function languageName(tag: string, language: string = tag): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
