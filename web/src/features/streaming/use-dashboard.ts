/** The logic of the dashboard: specification §2 (/go-live-advanced), §4 (Advanced stream), §5 and §8. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamStatus } from '#shared/live/streaming.ts';
import { call } from '#web/lib/api/api.ts';
import { toastFailed, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { capWords } from '#web/ui/states/cap-notice.tsx';
import {
  keepDetails,
  streamStatusQuery,
  useResetKey,
  useStartStream,
  useStopStream,
} from './streaming.queries.ts';
import { NO_DETAILS, type StreamDetails, useStreamDetails } from '#web/lib/hooks/use-stream-details.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** The form of a running stream (§4: restored on page load). */
export const formFrom = ({ title, game, tags, keep_replay }: StreamStatus): StreamDetails => ({
  title: title ?? '',
  game: game ?? '',
  tags: tags ?? [],
  keepsReplay: keep_replay,
});

function formOf(status: StreamStatus | undefined): StreamDetails {
  if (!status) return NO_DETAILS;
  return status.is_live ? formFrom(status) : { ...NO_DETAILS, keepsReplay: status.keep_replay };
}

export function useDashboard() {
  const query = useQuery(streamStatusQuery());
  const start = useStartStream();
  const stop = useStopStream();
  const status = query.data;
  const isLive = status?.is_live ?? false;
  const details = useStreamDetails('stream', formOf(status));
  const create = () => {
    const setup = details.readForm();
    if (!setup) return;
    start.mutate(setup, {
      onSuccess: () => {
        details.forgetDraft();
        toastSuccess(t('streaming.streamCreated'));
      },
      onError: (error) => {
        if (capWords(error) === null) toastFailed(t('streaming.createFailed'), error);
      },
    });
  };

  const end = () =>
    stop.mutate(undefined, {
      onSuccess: () => {
        details.forgetDraft();
        toastSuccess(t('streaming.streamStopped'));
      },
      onError: (error) => toastFailed(t('streaming.stopFailed'), error),
    });

  const cache = useQueryClient();
  const autoStart = useMutation({
    mutationFn: (auto_start: boolean) => call('PATCH /streamers/status', { body: { auto_start } }),
    onSuccess: (_, auto_start) => keepDetails(cache, { auto_start }),
    onError: (error) => toastFailed(t('onAir.saveFailed'), error),
  });

  const reset = useResetKey();
  const resetKey = () =>
    reset.mutate(undefined, {
      onSuccess: () => toastSuccess(t('streaming.keyReset')),
      onError: (error) => toastFailed(t('streaming.keyResetFailed'), error),
    });

  return {
    query,
    status,
    details,
    isLive,
    /** Why the channel may not go live this month. */
    refusal: capWords(start.error),
    isBusy: start.isPending || stop.isPending,
    create,
    end,
    resetKey,
    isResetting: reset.isPending,
    autoStart,
  };
}
