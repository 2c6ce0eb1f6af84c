import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PublishBody, Video } from '#shared/videos/videos.ts';
import { call } from '#web/lib/api/api.ts';
import { addressOf } from '#web/lib/pictures/pictures-upload.ts';
import type { VideoChanges } from './video-form.ts';
import { channelVideosQuery, type Pages, videoQuery, videosKey } from '../videos.queries.ts';

export function usePublishVideo() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: PublishBody) => call('POST /videos/publish', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: videosKey }),
  });
}

export function useUpdateVideo(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ thumbnail, ...fields }: VideoChanges) => {
      const picture = thumbnail === undefined ? {} : { thumbnail_url: await addressOf(thumbnail) };
      return call('PATCH /videos/{id}', { params: { id }, body: { ...fields, ...picture } });
    },
    onSuccess: (video) => {
      cache.setQueryData(videoQuery(id).queryKey, video);
      return cache.invalidateQueries({ queryKey: videosKey });
    },
  });
}

export function useDeleteVideo({ id, channel_id }: Pick<Video, 'id' | 'channel_id'>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /videos/{id}', { params: { id } }),
    onSuccess: async () => {
      const { queryKey } = channelVideosQuery(channel_id);
      // An earlier request would restore the video.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (data) => data && without(data, id));
      cache.removeQueries({ queryKey: videoQuery(id).queryKey });
    },
  });
}

const without = (data: Pages, id: string): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.filter((video) => video.id !== id),
    total: page.total - 1,
  })),
});
