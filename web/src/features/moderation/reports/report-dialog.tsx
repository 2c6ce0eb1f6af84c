import { type FormEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { ReportedKind, ReportReason } from '#shared/plain/moderation/report-words.ts';
import { REPORT_WORDS_MAX_LENGTH } from '#shared/limits.ts';
import { call, detailOr } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { RequiredNote } from '#web/ui/forms/field.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { TextArea } from '#web/ui/forms/inputs.tsx';
import { useScrollToProblem } from '#web/ui/forms/use-scroll-to-problem.ts';
import { Dialog, DialogButtons } from '#web/ui/overlays/dialog.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { REASON_OPTIONS } from '../report-words.ts';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';

export interface Reported {
  readonly kind: ReportedKind;
  readonly id: string;
  readonly message_id?: string;
  readonly reply_id?: string;
  /** Of a comment. @default a video */
  readonly under?: 'clip';
  readonly name: string;
}

interface ReportDialogProps {
  readonly reported: Reported;
  readonly onClose: () => void;
}

export function ReportDialog({ reported, onClose }: ReportDialogProps) {
  const { kind, id, message_id, reply_id, under, name } = reported;
  const [reason, setReason] = useState('');
  const [words, setWords] = useKept(`report.${reply_id ?? message_id ?? id}`, () => '');
  /** Counts attempts without a reason. */
  const [tries, setTries] = useState(0);
  const form = useScrollToProblem(tries);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('POST /reports', {
        body: { kind, id, message_id, reply_id, under, reason: reason as ReportReason, words },
      }),
    onSuccess: () => {
      toastSuccess(t('moderation.reportSent'));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === '') setTries(tries + 1);
    else mutate();
  };
  return (
    <Dialog title={t('common.report')} description={name} onClose={() => isPending || onClose()}>
      <form ref={form} noValidate onSubmit={submit}>
        <div className="flex flex-col gap-5 px-4 py-5 sm:px-6">
          <RequiredNote />
          <SelectField
            required
            label={t('moderation.reportReason')}
            placeholder={t('moderation.chooseReason')}
            options={REASON_OPTIONS}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            error={tries > 0 && reason === '' ? t('moderation.reasonMissing') : undefined}
          />
          <TextArea
            label={t('moderation.reportComment')}
            rows={3}
            value={words}
            maxLength={REPORT_WORDS_MAX_LENGTH}
            onChange={({ target }) => setWords(target.value)}
          />
          <p className="text-sm text-soft">{t('moderation.reportHint')}</p>
          <p role="alert" className="text-sm text-danger empty:hidden">
            {error && detailOr(error, t('moderation.reportFailed'))}
          </p>
        </div>
        <DialogButtons>
          <Button variant="ghost" onClick={onClose} disabled={isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" busy={isPending}>
            {t('common.report')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
