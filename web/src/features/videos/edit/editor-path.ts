import type { Video } from '#shared/videos/videos.ts';

/** Not in `paths`, which belongs to Home's first load. */
export const editorPath = ({ id }: Video, language: string): string => `/videos/${id}/captions/${language}`;
