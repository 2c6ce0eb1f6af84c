import type { Captions, Video } from '#shared/videos/videos.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { Authorized } from '#functions/base/authorized.ts';
import { changeVideo } from '../table/video-changes.repository.ts';
import { toVideo, type VideoItem } from '../table/video.item.ts';

export type CaptionsRepository = ReturnType<typeof captionsRepository>;

/** The captions of videos, in the items of these. */
export const captionsRepository = (table: Table) => ({
  /** `change` may be called several times; its errors pass through. `null` when there is no such video. */
  change: async (
    { id }: Authorized<Pick<Video, 'id'>>,
    change: (known: readonly Captions[]) => Captions[],
  ): Promise<Video | null> => {
    const changed = ({ captions = [] }: VideoItem) => {
      const next = change(captions);
      return { captions: next.length > 0 ? next : undefined };
    };
    const video = await changeVideo(table, id, changed);
    return video && toVideo(video);
  },
});
