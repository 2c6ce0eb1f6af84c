import { type FormEvent, useState } from 'react';
import { ulid } from 'ulid';
import type { Fan } from '#shared/channels/fans.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { addressOf } from '#web/lib/pictures/pictures-upload.ts';
import { useScrollToProblem } from '#web/ui/forms/use-scroll-to-problem.ts';
import { Dialog, DialogForm } from '#web/ui/overlays/dialog.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { useSaveFan } from '../fans.queries.ts';
import type { Units } from '../units/units.tsx';
import { FanFields } from './fan-fields.tsx';
import { bodyOf, formOf, problemsOf, warningsOf } from './fan-form.ts';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface FanDialogProps {
  readonly channelId: string;
  readonly fan: Fan | null;
  readonly units: Units;
  readonly onClose: () => void;
}

/** Edits or adds a fan. A new one gets its id at the start, so that retries add it only once. */
export function FanDialog({ channelId, fan, units, onClose }: FanDialogProps) {
  const [id] = useState(() => fan?.id ?? ulid());
  const [form, setForm] = useKept(`fan.${fan?.id ?? 'new'}`, () => formOf(fan, units));
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  /** The questions that the next submit confirms. */
  const [confirmedWarnings, setConfirmedWarnings] = useState('');
  const saving = useSaveFan(channelId);
  const formRef = useScrollToProblem(tries);
  const problems = problemsOf(form);
  const warnings = warningsOf(form).join(' ');
  const isAsking = warnings !== '' && confirmedWarnings === warnings;

  const save = async (): Promise<void> => {
    setIsSaving(true);
    setFailure(null);
    try {
      const picture_urls: string[] = [];
      for (const picture of form.pictures) picture_urls.push(await addressOf(picture));
      await saving.mutateAsync({ id, body: bodyOf(form, picture_urls) });
      toastSuccess(fan ? t('fans.fanSaved') : t('fans.fanAdded'));
      onClose();
    } catch (error) {
      setFailure(detailOr(error, t('fans.saveFailed')));
      setIsSaving(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (Object.keys(problems).length > 0) return;
    if (warnings !== '' && !isAsking) return setConfirmedWarnings(warnings);
    void save();
  };
  return (
    <Dialog
      title={fan ? t('fans.editFan') : t('fans.addFanTitle')}
      description={t('fans.fanDialogHint')}
      onClose={() => isSaving || onClose()}
    >
      <DialogForm
        ref={formRef}
        onSubmit={submit}
        failure={isAsking ? t('fans.unlikelyValues', { warnings }) : failure}
        isBusy={isSaving}
        submit={isAsking ? t('fans.yesThatIsRight') : fan ? t('common.saveChanges') : t('fans.addFan')}
      >
        <fieldset role="none" disabled={isSaving} className="min-w-0">
          <FanFields form={form} problems={tries > 0 ? problems : {}} onChange={setForm} />
        </fieldset>
      </DialogForm>
    </Dialog>
  );
}
