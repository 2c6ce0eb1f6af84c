import { useQuery } from '@tanstack/react-query';
import type { Video } from '#shared/videos/videos.ts';
import { language } from '#web/lib/i18n/messages.ts';

/** Why a video failed: in English until the texts of the page's language have come, or where the server has no others. */
export function FailureReason({ video }: { readonly video: Pick<Video, 'reason' | 'failure'> }) {
  const { reason, failure } = video;
  const { data } = useQuery({
    queryKey: ['failure', failure],
    enabled: language !== 'en' && failure !== undefined,
    queryFn: async () => (await import('#web/lib/api/error-texts.ts')).faultText(failure!) ?? reason,
    staleTime: Infinity,
  });
  return data ?? reason;
}
