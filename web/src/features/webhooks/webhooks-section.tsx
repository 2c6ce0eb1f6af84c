import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewWebhook, Webhook } from '#shared/people/webhooks.ts';
import { MAX_WEBHOOKS } from '#shared/limits.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { useRemovalFocus } from '#web/lib/hooks/use-removal-focus.ts';
import { formatMoment } from '#web/lib/i18n/dates.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyField } from '#web/ui/overlays/copy-field.tsx';
import { Dialog, DialogButtons } from '#web/ui/overlays/dialog.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { toastFailure, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { eventName } from './event-names.ts';
import { DeliveriesDialog } from './webhook-deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { useDeleteWebhook, webhooksQuery } from './webhooks.queries.ts';

/** What is open: the form of a new webhook or of one, its deliveries, the question, or its new secret. */
type Step =
  | { readonly kind: 'list' | 'new' }
  | { readonly kind: 'edit' | 'deliveries' | 'delete'; readonly webhook: Webhook }
  | { readonly kind: 'secret'; readonly secret: string };

const LIST: Step = { kind: 'list' };

/** The webhooks of a person's channel: lists, creates, changes and deletes them, with their deliveries. */
export function WebhooksSection() {
  const query = useQuery(webhooksQuery());
  const [step, setStep] = useState<Step>(LIST);
  const { box, removed } = useRemovalFocus<HTMLDivElement>('li>div>button:last-child', 'button');
  const close = () => setStep(LIST);
  const showSecret = ({ secret, webhook: { kind } }: NewWebhook) =>
    // Messages for Discord are not signed.
    setStep(kind === 'discord' ? LIST : { kind: 'secret', secret });
  return (
    <Card title={t('webhooks.title')} description={t('webhooks.hint')}>
      <div ref={box}>
        <Loaded
          query={query}
          failure={t('webhooks.loadFailed')}
          isInCard
          skeleton={<Skeleton className="h-14" />}
        >
          {(webhooks) => <Webhooks webhooks={webhooks} onOpen={setStep} />}
        </Loaded>
        <Button
          variant="secondary"
          className="mt-4"
          disabled={(query.data?.length ?? 0) >= MAX_WEBHOOKS}
          onClick={() => setStep({ kind: 'new' })}
        >
          {t('webhooks.new')}
        </Button>
      </div>
      {step.kind === 'new' && <WebhookForm onSaved={close} onSecret={showSecret} onClose={close} />}
      {step.kind === 'edit' && (
        <WebhookForm webhook={step.webhook} onSaved={close} onSecret={showSecret} onClose={close} />
      )}
      {step.kind === 'deliveries' && <DeliveriesDialog webhook={step.webhook} onClose={close} />}
      {step.kind === 'delete' && (
        <DeleteQuestion
          webhook={step.webhook}
          onDeleted={() => removed((query.data ?? []).findIndex(({ id }) => id === step.webhook.id))}
          onClose={close}
        />
      )}
      {step.kind === 'secret' && <SecretDialog secret={step.secret} onClose={close} />}
    </Card>
  );
}

interface WebhooksProps {
  readonly webhooks: readonly Webhook[];
  readonly onOpen: (step: Step) => void;
}

function Webhooks({ webhooks, onOpen }: WebhooksProps) {
  if (webhooks.length === 0) return <p className="text-soft">{t('webhooks.none')}</p>;
  return (
    <ul className="divide-y divide-line">
      {webhooks.map((webhook) => (
        <li key={webhook.id} className="py-3 first:pt-0 last:pb-0">
          <p className="font-medium break-all" dir="ltr">
            {webhook.url}
          </p>
          <p className="text-sm text-soft">{webhook.events.map(eventName).join(' · ')}</p>
          <Condition webhook={webhook} />
          <div className="mt-2 flex flex-wrap gap-2">
            {ACTIONS.map(([kind, words]) => (
              <Button
                key={kind}
                variant="secondary"
                size="sm"
                aria-label={t('common.actionOn', { action: words, name: webhook.url })}
                onClick={() => onOpen({ kind, webhook })}
              >
                {words}
              </Button>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

const ACTIONS = [
  ['deliveries', t('webhooks.deliveries')],
  ['edit', t('common.edit')],
  ['delete', t('common.delete')],
] as const;

/** Says what is out of order. */
function Condition({ webhook: { state, failing_since } }: { readonly webhook: Webhook }) {
  if (state !== 'on') return <p className="text-sm text-danger">{t('webhooks.state', { state })}</p>;
  if (failing_since === null) return null;
  return (
    <p className="text-sm text-danger">{t('webhooks.failingSince', { time: formatMoment(failing_since) })}</p>
  );
}

interface DeleteQuestionProps {
  readonly webhook: Webhook;
  /** Called before the webhook leaves the list. */
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

function DeleteQuestion({ webhook: { id }, onDeleted, onClose }: DeleteQuestionProps) {
  const { mutateAsync, isPending } = useDeleteWebhook(onDeleted);
  const remove = async () => {
    try {
      await mutateAsync(id);
      toastSuccess(t('webhooks.deleted'));
    } catch (error) {
      toastFailure(t('webhooks.notDeleted'), detailOr(error, t('common.pleaseTryAgain')));
    }
    onClose();
  };
  return (
    <Question
      title={t('webhooks.deleteQuestion')}
      no={t('common.cancel')}
      yes={t('common.delete')}
      isBusy={isPending}
      onNo={onClose}
      onYes={() => void remove()}
    >
      <p>{t('webhooks.deleteHint')}</p>
    </Question>
  );
}

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

const SecretDialog = ({ secret, onClose }: SecretDialogProps) => (
  <Dialog title={t('webhooks.secretTitle')} description={t('webhooks.secretHint')} onClose={onClose}>
    <div className="px-4 py-5 sm:px-6">
      <CopyField label={t('webhooks.secret')} what="secret" value={secret} />
    </div>
    <DialogButtons>
      <Button onClick={onClose}>{t('webhooks.done')}</Button>
    </DialogButtons>
  </Dialog>
);
