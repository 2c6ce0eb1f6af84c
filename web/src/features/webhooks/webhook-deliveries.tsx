import { useQuery } from '@tanstack/react-query';
import type { Webhook, WebhookDelivery } from '#shared/people/webhooks.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { formatMoment } from '#web/lib/i18n/dates.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogButtons } from '#web/ui/overlays/dialog.tsx';
import { toastFailure } from '#web/ui/overlays/toast.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { eventName } from './event-names.ts';
import { deliveriesQuery, useSendAgain, useSendTest } from './webhooks.queries.ts';

interface DeliveriesDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** The latest deliveries of a webhook, which can be sent again, and a test. */
export function DeliveriesDialog({ webhook: { id, url, state }, onClose }: DeliveriesDialogProps) {
  const query = useQuery(deliveriesQuery(id));
  const test = useSendTest(id);
  const send = async () => {
    try {
      await test.mutateAsync();
    } catch (error) {
      toastFailure(t('webhooks.testNotSent'), detailOr(error, t('common.pleaseTryAgain')));
    }
  };
  return (
    <Dialog title={t('webhooks.deliveries')} description={url} onClose={onClose}>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-5 sm:px-6">
        <Loaded
          query={query}
          failure={t('webhooks.deliveriesFailed')}
          isInCard
          skeleton={<Skeleton className="h-40" />}
        >
          {(deliveries) => <Deliveries deliveries={deliveries} webhookId={id} isOn={state === 'on'} />}
        </Loaded>
      </div>
      <DialogButtons>
        <Button disabled={state !== 'on'} busy={test.isPending} onClick={() => void send()}>
          {t('webhooks.test')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface DeliveriesProps {
  readonly deliveries: readonly WebhookDelivery[];
  readonly webhookId: string;
  readonly isOn: boolean;
}

function Deliveries({ deliveries, webhookId, isOn }: DeliveriesProps) {
  const again = useSendAgain(webhookId);
  const send = async (id: string) => {
    try {
      await again.mutateAsync(id);
    } catch (error) {
      toastFailure(t('webhooks.notSentAgain'), detailOr(error, t('common.pleaseTryAgain')));
    }
  };
  if (deliveries.length === 0) return <p className="text-soft">{t('webhooks.noDeliveries')}</p>;
  return (
    <ul className="divide-y divide-line">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
          <div className="min-w-0 flex-1">
            <p className="font-medium">{eventName(delivery.type)}</p>
            <p className="text-sm text-soft">{formatMoment(delivery.created_at)}</p>
            <p className={`text-sm ${delivery.state === 'failed' ? 'text-danger' : 'text-soft'}`}>
              {factsOf(delivery).join(' · ')}
            </p>
          </div>
          {delivery.state !== 'pending' && (
            <Button
              variant="ghost"
              size="sm"
              disabled={!isOn || again.isPending}
              aria-label={t('common.actionOn', {
                action: t('webhooks.sendAgain'),
                name: eventName(delivery.type),
              })}
              onClick={() => void send(delivery.id)}
            >
              {t('webhooks.sendAgain')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** “Delivered · Status 204 · 35 ms”. */
const factsOf = ({ state, attempts, status, error, duration_ms }: WebhookDelivery): readonly string[] => [
  t('webhooks.deliveryState', { state }),
  ...(status === null ? [] : [t('webhooks.status', { status: String(status) })]),
  ...(error === null ? [] : [t('webhooks.error', { error })]),
  ...(duration_ms === null || error === 'expired' ? [] : [t('webhooks.duration', { ms: duration_ms })]),
  ...(attempts > 1 ? [t('webhooks.attempts', { count: attempts })] : []),
];
