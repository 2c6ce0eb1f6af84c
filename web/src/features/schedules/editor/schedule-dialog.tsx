import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ulid } from 'ulid';
import type { Plan } from '#shared/channels/schedules.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { useScrollToProblem } from '#web/ui/forms/use-scroll-to-problem.ts';
import { Dialog, DialogForm } from '#web/ui/overlays/dialog.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { plansQuery, useSavePlan } from '../schedules.queries.ts';
import { PlanFieldset } from './plan-fieldset.tsx';
import { bodyOf, fieldsOf, newPlan, problemsOf } from './plan-form.ts';
import { PlanList } from './plan-list.tsx';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';

type View = 'list' | 'new' | Plan;

export function ScheduleDialog({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery(plansQuery());
  const [view, setView] = useState<View>('list');
  if (view === 'list') {
    return (
      <Dialog title={t('schedules.ownSchedule')} description={t('schedules.hint')} onClose={onClose}>
        <Loaded query={query} failure={t('schedules.ownLoadFailed')}>
          {(plans) => <PlanList plans={plans} onNew={() => setView('new')} onEdit={setView} />}
        </Loaded>
      </Dialog>
    );
  }
  const plan = view === 'new' ? null : view;
  return (
    <Dialog
      title={plan ? t('schedules.editBroadcast') : t('schedules.newBroadcast')}
      onClose={() => setView('list')}
    >
      <PlanForm plan={plan} onDone={() => setView('list')} />
    </Dialog>
  );
}

interface PlanFormProps {
  readonly plan: Plan | null;
  readonly onDone: () => void;
}

/** Creates or changes a plan. A new one has its id from the start, so that retries create one. */
function PlanForm({ plan, onDone }: PlanFormProps) {
  const [id] = useState(() => plan?.id ?? ulid());
  const [fields, setFields] = useKept(`plan.${plan?.id ?? 'new'}`, () =>
    plan ? fieldsOf(plan) : newPlan(Date.now()),
  );
  const [tries, setTries] = useState(0);
  const saving = useSavePlan();
  const form = useScrollToProblem(tries);
  const problems = problemsOf(fields);
  const isBroken = Object.keys(problems).length > 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (isBroken) return;
    saving.mutate(
      { id, body: bodyOf(fields) },
      {
        onSuccess: () => {
          toastSuccess(plan ? t('schedules.broadcastChanged') : t('schedules.broadcastScheduled'));
          onDone();
        },
      },
    );
  };
  const failure = saving.error && detailOr(saving.error, t('schedules.saveFailed'));
  return (
    <DialogForm
      ref={form}
      onSubmit={submit}
      failure={failure}
      isBusy={saving.isPending}
      cancel={t('common.back')}
      submit={plan ? t('common.saveChanges') : t('schedules.save')}
      onCancel={onDone}
    >
      <PlanFieldset
        fields={fields}
        problems={tries > 0 ? problems : {}}
        onChange={setFields}
        disabled={saving.isPending}
      />
    </DialogForm>
  );
}
