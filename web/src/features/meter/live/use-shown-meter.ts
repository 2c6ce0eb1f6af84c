import { useMutation } from '@tanstack/react-query';
import type { Channel, ShownMeter } from '../../../../../shared/channels/streamers.ts';
import { detailOr } from '../../../lib/api/api-failure.ts';
import { call } from '../../../lib/api/api.ts';
import { toastFailure } from '../../../ui/overlays/toast.tsx';

/** Has viewers see on the picture what their page hears of the fan, or no more. */
export function useShownMeter(shown: ShownMeter | null, onSaved: (channel: Channel) => void) {
  const saving = useMutation({
    mutationFn: (meter: ShownMeter | null) => call('PATCH /streamers/status', { body: { meter } }),
    onSuccess: onSaved,
    onError: (error) => toastFailure('Error', detailOr(error, 'Your choice could not be saved')),
  });
  // What is on its way counts as done.
  const current = saving.isPending ? saving.variables : shown;
  return {
    isShown: current !== null,
    show: (blades: number | null) => saving.mutate({ blades }),
    hide: () => saving.mutate(null),
  };
}
