import type { Channel } from '#shared/channels/channels.ts';
import type { Video } from '#shared/videos/videos.ts';

/** What the document has of the page's public content. A cache may have kept it for a minute. */
export interface PageData {
  readonly channel: Channel;
  readonly video?: Video;
}

let data: PageData | undefined;

/** Reads it from the document that `functions/pages/first-player.ts` writes. `null` without it, and on later pages. */
export function pageData(): PageData | null {
  const element = document.getElementById('page-data');
  return element && (data ??= JSON.parse(element.textContent) as PageData);
}

/** Options of a query whose content the document has: it is rendered at once, and refetched. */
export const fromPage = <T>(
  content: T | undefined | false,
): { initialData?: T; initialDataUpdatedAt?: number } =>
  content ? { initialData: content, initialDataUpdatedAt: 0 } : {};
