import { createHash } from 'node:crypto';

export const VTT_TYPE = 'text/vtt; charset=utf-8';

/** The name of a caption file in its video's folder. It identifies the content, so the file never changes. */
export function captionsName(language: string, vtt: string): string {
  const hash = createHash('sha256').update(vtt).digest('hex').slice(0, 16);
  return `captions/${language}-${hash}.vtt`;
}
