/** The texts that the owner of a video edits. The stored item, its preview, the form and the grants derive from this list. */
export const VIDEO_TEXTS = ['title', 'category', 'description'] as const;

export type VideoText = (typeof VIDEO_TEXTS)[number];

export const EMPTY_VIDEO_TEXTS = Object.fromEntries(VIDEO_TEXTS.map((name) => [name, ''])) as Readonly<
  Record<VideoText, ''>
>;
