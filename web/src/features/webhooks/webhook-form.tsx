import { type FormEvent, useState } from 'react';
import type { NewWebhook, Webhook } from '#shared/people/webhooks.ts';
import { WEBHOOK_URL_MAX_LENGTH } from '#shared/limits.ts';
import {
  DISCORD_EVENTS,
  WEBHOOK_EVENTS,
  WEBHOOK_KINDS,
  type WebhookEventType,
  type WebhookKind,
} from '#shared/plain/webhooks.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmedButton } from '#web/ui/confirmed-button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { Dialog, DialogButtons } from '#web/ui/overlays/dialog.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { eventName } from './event-names.ts';
import { useWebhookChanges } from './webhooks.queries.ts';

interface WebhookFormProps {
  /** @default a new one */
  readonly webhook?: Webhook;
  readonly onSaved: () => void;
  readonly onSecret: (created: NewWebhook) => void;
  readonly onClose: () => void;
}

interface Draft {
  readonly kind: WebhookKind;
  readonly url: string;
  readonly events: readonly WebhookEventType[];
  readonly isOn: boolean;
}

const EMPTY: Draft = { kind: 'standard', url: '', events: ['stream.started', 'stream.ended'], isOn: true };

/** The dialog of a new webhook, or of one that is changed. */
export function WebhookForm({ webhook, onSaved, onSecret, onClose }: WebhookFormProps) {
  const [draft, setDraft] = useState<Draft>(webhook ? { ...webhook, isOn: webhook.state === 'on' } : EMPTY);
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const { create, change, renewSecret } = useWebhookChanges();
  const send = async (request: () => Promise<void>) => {
    setProblem(undefined);
    setIsSending(true);
    try {
      await request();
    } catch (error) {
      setProblem(detailOr(error, t('common.pleaseTryAgain')));
    } finally {
      setIsSending(false);
    }
  };
  const save = async () => {
    const { kind, url, isOn } = draft;
    const events = [...draft.events];
    if (!webhook) return onSecret(await create({ kind, url, events }));
    await change(webhook.id, { url, events, is_on: isOn });
    toastSuccess(t('webhooks.saved'));
    onSaved();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.events.length === 0) setProblem(t('errors.no_webhook_events'));
    else void send(save);
  };
  const edit = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  return (
    <Dialog
      title={webhook ? t('webhooks.edit') : t('webhooks.new')}
      description={t('webhooks.formHint')}
      onClose={onClose}
    >
      <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
        <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-4 py-5 sm:px-6">
          {!webhook && <KindField kind={draft.kind} onChange={edit} />}
          <TextField
            label={t('webhooks.url')}
            name="url"
            type="url"
            dir="ltr"
            hint={draft.kind === 'discord' ? t('webhooks.discordHint') : t('webhooks.urlHint')}
            maxLength={WEBHOOK_URL_MAX_LENGTH}
            autoComplete="off"
            required
            value={draft.url}
            onChange={({ target }) => edit({ url: target.value })}
          />
          <Events draft={draft} onChange={(events) => edit({ events })} />
          {webhook && (
            <Switch label={t('webhooks.enabled')} checked={draft.isOn} onChange={(isOn) => edit({ isOn })} />
          )}
          {webhook?.kind === 'standard' && (
            <div className="flex flex-wrap gap-2">
              <ConfirmedButton
                label={t('webhooks.renewSecret')}
                confirmation={t('webhooks.replaceSecret')}
                onConfirm={() => void send(async () => onSecret(await renewSecret(webhook.id)))}
              />
            </div>
          )}
          <p role="alert" className="text-sm text-danger empty:hidden">
            {problem}
          </p>
        </div>
        <DialogButtons>
          <Button type="submit" busy={isSending}>
            {webhook ? t('common.saveChanges') : t('webhooks.create')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface KindFieldProps {
  readonly kind: WebhookKind;
  readonly onChange: (part: Pick<Draft, 'kind' | 'events'>) => void;
}

const KindField = ({ kind, onChange }: KindFieldProps) => (
  <SelectField
    label={t('webhooks.kind')}
    options={WEBHOOK_KINDS.map((value) => ({ value, text: t('webhooks.kindName', { kind: value }) }))}
    value={kind}
    onChange={({ target }) => {
      const chosen = WEBHOOK_KINDS.find((value) => value === target.value) ?? kind;
      onChange({ kind: chosen, events: chosen === 'discord' ? DISCORD_EVENTS : EMPTY.events });
    }}
  />
);

interface EventsProps {
  readonly draft: Draft;
  readonly onChange: (events: readonly WebhookEventType[]) => void;
}

function Events({ draft: { kind, events }, onChange }: EventsProps) {
  const offered = kind === 'discord' ? DISCORD_EVENTS : WEBHOOK_EVENTS;
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{t('webhooks.events')}</legend>
      <div className="space-y-2">
        {offered.map((event) => (
          <Checkbox
            key={event}
            checked={events.includes(event)}
            onChange={(isChosen) =>
              onChange(offered.filter((one) => (one === event ? isChosen : events.includes(one))))
            }
          >
            {eventName(event)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
