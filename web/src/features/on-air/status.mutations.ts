/** What the owner of a channel changes of it while it is live, however it is. */
import { useMutation } from '@tanstack/react-query';
import type { Channel, StatusUpdate } from '../../../../shared/streamers.ts';
import { detailOr } from '../../lib/api/api-failure.ts';
import { call } from '../../lib/api/api.ts';
import { useToast } from '../../ui/overlays/toast.tsx';

export type StreamDetails = Omit<StatusUpdate, 'is_live'>;

/** Changes what the broadcast is called, and whether it becomes a replay, without ending it. */
export function useSaveDetails(onSaved: (channel: Channel, details: StreamDetails) => void) {
  const toast = useToast();
  return useMutation({
    mutationFn: (body: StreamDetails) => call('PATCH /streamers/status', { body }),
    onSuccess: (channel, details) => {
      onSaved(channel, details);
      toast({ title: 'Saved!', tone: 'success' });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: detailOr(error, 'Your changes could not be saved'),
        tone: 'danger',
      }),
  });
}

/** Ends the broadcast from any page, on any device. */
export function useEndBroadcast(onEnded: (channel: Channel) => unknown) {
  const toast = useToast();
  return useMutation({
    mutationFn: () => call('PATCH /streamers/status', { body: { is_live: false } }),
    onSuccess: (channel) => {
      onEnded(channel);
      toast({ title: 'Stream Ended', tone: 'success' });
    },
    onError: () => toast({ title: 'Error', description: 'Failed to stop stream', tone: 'danger' }),
  });
}
