/** Changes to the user's own running broadcast, from the camera or from software. */
import { useMutation } from '@tanstack/react-query';
import type { Channel, StatusUpdate } from '#shared/channels/channels.ts';
import { call } from '#web/lib/api/api.ts';
import { toastFailed, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { t } from '#web/lib/i18n/messages.ts';

type StreamDetails = Omit<StatusUpdate, 'is_live'>;

export function useSaveDetails(onSaved: (channel: Channel, details: StreamDetails) => void) {
  return useMutation({
    mutationFn: (body: StreamDetails) => call('PATCH /streamers/status', { body }),
    onSuccess: (channel, details) => {
      onSaved(channel, details);
      toastSuccess(t('onAir.saved'));
    },
    onError: (error) => toastFailed(t('onAir.saveFailed'), error),
  });
}

/** Ends the broadcast, which may run on another device. */
export function useEndBroadcast(onEnded: (channel: Channel) => unknown) {
  return useMutation({
    mutationFn: () => call('PATCH /streamers/status', { body: { is_live: false } }),
    onSuccess: (channel) => {
      onEnded(channel);
      toastSuccess(t('common.streamEnded'));
    },
    onError: (error) => toastFailed(t('streaming.stopFailed'), error),
  });
}
