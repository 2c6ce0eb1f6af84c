import { useMutation } from '@tanstack/react-query';
import type { Channel } from '#shared/channels/channels.ts';
import { call } from '#web/lib/api/api.ts';
import { Switch } from '#web/ui/forms/switch.tsx';
import { toastFailed } from '#web/ui/overlays/toast.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface HideViewersProps {
  /** The user's own. */
  readonly channel: Channel | undefined;
  readonly onSaved: (channel: Channel) => void;
}

/** Hides the number of viewers from everybody else. Saved at once. */
export function HideViewers({ channel, onSaved }: HideViewersProps) {
  const saving = useMutation({
    mutationFn: (hides_viewers: boolean) => call('PATCH /streamers/status', { body: { hides_viewers } }),
    onSuccess: onSaved,
    onError: (error) => toastFailed(t('onAir.saveFailed'), error),
  });
  const isHidden = channel !== undefined && channel.viewers === undefined;
  return (
    <Switch
      label={t('onAir.hideViewers')}
      note={t('onAir.hideViewersHint')}
      checked={saving.isPending ? saving.variables : isHidden}
      onChange={(hides) => saving.mutate(hides)}
      disabled={!channel}
    />
  );
}
