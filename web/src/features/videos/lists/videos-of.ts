import type { Video } from '../../../../../shared/videos.ts';
import type { Page } from '../../../lib/api/api.ts';

/** The videos of all pages, each once: a list that grows between two requests may show one twice. */
export function videosOf<T extends Video>(pages: readonly Page<T>[]): readonly T[] {
  const byId = new Map(pages.flatMap(({ items }) => items.map((video) => [video.id, video] as const)));
  return [...byId.values()];
}
