import { call } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { toast, toastFailed } from '#web/ui/overlays/toast.tsx';

/** The titles of the toasts of an action. */
interface Outcomes {
  readonly done: string;
  readonly failed: string;
  readonly description?: string;
}

/** Runs an action and raises a toast with the result or the server's reason. Returns whether it succeeded. */
export async function withOutcomeToast(work: () => Promise<unknown>, outcomes: Outcomes): Promise<boolean> {
  const { done, failed, ...more } = outcomes;
  try {
    await work();
    toast({ title: done, tone: 'success', ...more });
    return true;
  } catch (error) {
    toastFailed(failed, error);
    return false;
  }
}

export const clearChat = (channelId: string): Promise<boolean> =>
  withOutcomeToast(() => call('POST /rooms/{id}/clear', { params: { id: channelId } }), {
    done: t('chat.cleared'),
    failed: t('chat.notCleared'),
  });
