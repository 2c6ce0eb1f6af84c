import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CaptionsBody } from '#shared/videos/captions.ts';
import type { Video } from '#shared/videos/videos.ts';
import { call } from '#web/lib/api/api.ts';
import { videoQuery, videosKey } from '../videos.queries.ts';

export function usePutCaptions(id: string) {
  const onSuccess = useVideoReplaced(id);
  return useMutation({
    mutationFn: ({ language, ...body }: CaptionsBody & { readonly language: string }) =>
      call('PUT /videos/{id}/captions/{language}', { params: { id, language }, body }),
    onSuccess: (saved) => {
      const { reading: _, ...video } = saved;
      onSuccess(video);
    },
  });
}

export function useDeleteCaptions(id: string) {
  const onSuccess = useVideoReplaced(id);
  return useMutation({
    mutationFn: (language: string) =>
      call('DELETE /videos/{id}/captions/{language}', { params: { id, language } }),
    onSuccess,
  });
}

function useVideoReplaced(id: string) {
  const cache = useQueryClient();
  return (video: Video) => {
    cache.setQueryData(videoQuery(id).queryKey, video);
    void cache.invalidateQueries({ queryKey: videosKey });
  };
}
