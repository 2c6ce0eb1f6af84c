import { type FormEvent, type ReactNode } from 'react';
import { TITLE_MAX_LENGTH } from '#shared/limits.ts';
import { aboutDollars } from '#web/lib/i18n/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FormProblem, RequiredNote } from '#web/ui/forms/field.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { useScrollToProblem } from '#web/ui/forms/use-scroll-to-problem.ts';
import { SaveButton } from '#web/ui/forms/save-button.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TagInput } from '#web/ui/forms/tag-input.tsx';
import { CapNotice } from '#web/ui/states/cap-notice.tsx';
import type { useDashboard } from './use-dashboard.ts';
import { CategoryField } from '#web/ui/forms/category-field.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface StreamSetupCardProps {
  readonly dashboard: ReturnType<typeof useDashboard>;
  readonly isSaving: boolean;
  /** Offers the details of the last stream. */
  readonly lastStream: ReactNode;
  /** Publishes the form's details while live. */
  readonly onSave: () => void;
  readonly onStop: () => void;
}

const NOTE = t('streaming.keepReplaysHint');
const LIVE_NOTE = t('streaming.keepReplaysHintLive');

const costLine = (isLive: boolean, dollars: number): string =>
  isLive
    ? t('streaming.costSoFar', { dollars: aboutDollars(dollars) })
    : t('streaming.costOfLastStream', { dollars: aboutDollars(dollars) });

/** "Stream Setup": specification §2 (/go-live-advanced). While live its fields can be changed, and saved. */
export function StreamSetupCard(props: StreamSetupCardProps) {
  const { dashboard, isSaving, lastStream, onSave, onStop } = props;
  const { details, isLive, isBusy: busy, create, status, refusal } = dashboard;
  const { form, setForm: onChange, misses, isChanged } = details;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLive) onSave();
    else create();
  };
  const isFixed = busy || isSaving;
  const lacksTitle = misses > 0 && !form.title.trim();
  const lacksGame = misses > 0 && !form.game.trim();
  return (
    <Card title={t('streaming.setupTitle')} description={t('streaming.detailsHint')}>
      <form ref={useScrollToProblem(misses)} onSubmit={submit} noValidate className="space-y-5">
        <RequiredNote />
        {lastStream}
        {(lacksTitle || lacksGame) && (
          <FormProblem
            title={t('streaming.missingInformation')}
            description={t('streaming.missingInformationHint')}
          />
        )}
        <TextField
          required
          label={t('streaming.streamTitle')}
          value={form.title}
          onChange={({ target }) => onChange({ ...form, title: target.value })}
          placeholder={t('streaming.titleExample')}
          maxLength={TITLE_MAX_LENGTH}
          error={lacksTitle ? t('common.titleRequired') : undefined}
          disabled={isFixed}
          autoComplete="off"
        />
        <CategoryField
          required
          label={t('streaming.category')}
          value={form.game}
          onChange={(game) => onChange({ ...form, game })}
          placeholder={t('categoryNames.vintage')}
          error={lacksGame ? t('common.categoryRequired') : undefined}
          disabled={isFixed}
        />
        <TagInput tags={form.tags} onChange={(tags) => onChange({ ...form, tags })} disabled={isFixed} />
        <Switch
          label={t('streaming.keepReplays')}
          note={isLive ? LIVE_NOTE : NOTE}
          checked={form.keepsReplay ?? true}
          onChange={(keepsReplay) => onChange({ ...form, keepsReplay })}
          disabled={isFixed}
        />
        {isLive && <SaveButton isChanged={isChanged} busy={isSaving} />}
        <CapNotice words={refusal} />
        <Button
          type={isLive ? 'button' : 'submit'}
          onClick={isLive ? onStop : undefined}
          size="lg"
          variant={isLive ? 'danger' : 'primary'}
          busy={busy}
          className="w-full"
        >
          {isLive ? t('streaming.stopStream') : t('streaming.createStream')}
        </Button>
        {status?.cost_dollars !== undefined && (
          <p className="text-xs text-soft tabular-nums">{costLine(isLive, status.cost_dollars)}</p>
        )}
      </form>
    </Card>
  );
}
