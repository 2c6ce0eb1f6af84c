import { type FormEvent, useState } from 'react';
import type { ModerationCase } from '#shared/community/moderation.ts';
import { MODERATOR_WORDS_MAX_LENGTH } from '#shared/limits.ts';
import type { ReportReason } from '#shared/plain/moderation/report-words.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { TextArea } from '#web/ui/forms/inputs.tsx';
import { Dialog, DialogButtons } from '#web/ui/overlays/dialog.tsx';
import { useDecide } from './moderation.queries.ts';
import { formatUnit } from '#web/lib/i18n/numbers.ts';
import { REASON_OPTIONS } from './report-words.ts';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface DecideDialogProps {
  readonly one: ModerationCase;
  readonly act: 'remove' | 'suspend';
  readonly onClose: () => void;
}

const FOREVER = 'forever';
const TIMES = [1, 3, 7, 14, 30, 90, 365]
  .map((days) => ({ value: String(days), text: formatUnit(days, 'day', 0, 'long') }))
  .concat({ value: FOREVER, text: t('common.permanently') });

export function DecideDialog({ one, act, onClose }: DecideDialogProps) {
  const [reason, setReason] = useState<string>(one.reasons[0]?.reason ?? 'other');
  const [time, setTime] = useState('7');
  const [words, setWords] = useKept(`decision.${one.id}`, () => '');
  const { mutate, isPending, error } = useDecide(one);
  const isSuspension = act === 'suspend';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const days = time === FOREVER ? null : Number(time);
    const body = { act, reason: reason as ReportReason, words, ...(isSuspension && { days }) };
    mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={
        isSuspension ? t('moderation.suspendTitle', { username: one.username }) : t('moderation.removeTitle')
      }
      onClose={() => isPending || onClose()}
    >
      <form onSubmit={submit}>
        <div className="flex flex-col gap-5 px-4 py-5 sm:px-6">
          <SelectField
            label={t('moderation.reason')}
            options={REASON_OPTIONS}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          {isSuspension && (
            <SelectField
              label={t('moderation.duration')}
              options={TIMES}
              value={time}
              onChange={({ target }) => setTime(target.value)}
            />
          )}
          <TextArea
            label={t('moderation.decisionMessage', { username: one.username })}
            rows={3}
            value={words}
            maxLength={MODERATOR_WORDS_MAX_LENGTH}
            onChange={({ target }) => setWords(target.value)}
          />
          <p role="alert" className="text-sm text-danger empty:hidden">
            {error && detailOr(error, t('moderation.decisionFailed'))}
          </p>
        </div>
        <DialogButtons>
          <Button variant="ghost" onClick={onClose} disabled={isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="danger" busy={isPending}>
            {isSuspension ? t('moderation.suspend') : t('common.remove')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
