import { type FormEvent, type ReactNode } from 'react';
import type { StreamStatus } from '#shared/live/streaming.ts';
import { aboutDollars } from '#web/lib/i18n/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RequiredNote } from '#web/ui/forms/field.tsx';
import { SaveButton } from '#web/ui/forms/save-button.tsx';
import { StreamFields } from '#web/ui/forms/stream-fields.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { CapNotice } from '#web/ui/states/cap-notice.tsx';
import type { useDashboard } from './use-dashboard.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface StreamSetupCardProps {
  readonly dashboard: ReturnType<typeof useDashboard>;
  readonly isSaving: boolean;
  /** Settings that are saved at once. */
  readonly switches: ReactNode;
  /** Offers the details of the last stream. */
  readonly lastStream: ReactNode;
  /** Publishes the form's details while live. */
  readonly onSave: () => void;
  readonly onStop: () => void;
  /** Above the button that ends the stream. */
  readonly raid: ReactNode;
}

const NOTE = t('streaming.keepReplaysHint');
const LIVE_NOTE = t('streaming.keepReplaysHintLive');

const startLabel = (status: StreamStatus | undefined): string =>
  status?.preview ? t('streaming.goLive') : t('streaming.createStream');

const costLine = (isLive: boolean, dollars: number): string =>
  isLive
    ? t('streaming.costSoFar', { dollars: aboutDollars(dollars) })
    : t('streaming.costOfLastStream', { dollars: aboutDollars(dollars) });

/** "Stream Setup": specification §2 (/go-live-advanced). While live its fields can be changed, and saved. */
export function StreamSetupCard(props: StreamSetupCardProps) {
  const { dashboard, isSaving, switches, lastStream, onSave, onStop, raid } = props;
  const { details, isLive, isBusy: busy, create, status, refusal, autoStart } = dashboard;
  const { form, change, isChanged } = details;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLive) onSave();
    else create();
  };
  const isFixed = busy || isSaving;
  return (
    <Card title={t('streaming.setupTitle')} description={t('streaming.detailsHint')}>
      <form onSubmit={submit} noValidate className="space-y-5">
        <RequiredNote />
        {lastStream}
        <StreamFields
          {...details}
          missingHint={t('streaming.missingInformationHint')}
          isFreeCategory
          disabled={isFixed}
        />
        <Switch
          label={t('streaming.keepReplays')}
          note={isLive ? LIVE_NOTE : NOTE}
          checked={form.keepsReplay ?? true}
          onChange={(keepsReplay) => change({ keepsReplay })}
          disabled={isFixed}
        />
        {status?.auto_start !== undefined && (
          <Switch
            label={t('streaming.autoStart')}
            note={t('streaming.autoStartHint')}
            checked={autoStart.isPending ? autoStart.variables : status.auto_start}
            onChange={(isOn) => autoStart.mutate(isOn)}
            disabled={autoStart.isPending}
          />
        )}
        {switches}
        {isLive && <SaveButton isChanged={isChanged} busy={isSaving} />}
        <CapNotice words={refusal} />
        {isLive && raid}
        <Button
          type={isLive ? 'button' : 'submit'}
          onClick={isLive ? onStop : undefined}
          size="lg"
          variant={isLive ? 'danger' : 'primary'}
          busy={busy}
          className="w-full"
        >
          {isLive ? t('streaming.stopStream') : startLabel(status)}
        </Button>
        {status?.cost_dollars !== undefined && (
          <p className="text-xs text-soft tabular-nums">{costLine(isLive, status.cost_dollars)}</p>
        )}
      </form>
    </Card>
  );
}
