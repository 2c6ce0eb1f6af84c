import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ulid } from 'ulid';
import type { Plan } from '../../../../../shared/channels/schedules.ts';
import { detailOr } from '../../../lib/api/api.ts';
import { useProblemInSight } from '../../../ui/forms/use-problem-in-sight.ts';
import { Dialog, DialogForm } from '../../../ui/overlays/dialog.tsx';
import { toastSuccess } from '../../../ui/overlays/toast.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { plansQuery, useSavePlan } from '../schedules.queries.ts';
import { PlanFieldset } from './plan-fieldset.tsx';
import { bodyOf, fieldsOf, newPlan, problemsOf } from './plan-form.ts';
import { PlanList } from './plan-list.tsx';

type View = 'list' | 'new' | Plan;

export function ScheduleDialog({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery(plansQuery());
  const [view, setView] = useState<View>('list');
  if (view === 'list') {
    return (
      <Dialog
        title="Your schedule"
        description="Visitors see what comes next on your channel, in their own time."
        onClose={onClose}
      >
        <Loaded query={query} failure="Your schedule could not be loaded">
          {(plans) => <PlanList plans={plans} onNew={() => setView('new')} onEdit={setView} />}
        </Loaded>
      </Dialog>
    );
  }
  const plan = view === 'new' ? null : view;
  return (
    <Dialog title={plan ? 'Edit broadcast' : 'Plan a broadcast'} onClose={() => setView('list')}>
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
  const [fields, setFields] = useState(() => (plan ? fieldsOf(plan) : newPlan(Date.now())));
  const [tries, setTries] = useState(0);
  const saving = useSavePlan();
  const form = useProblemInSight(tries);
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
          toastSuccess(plan ? 'Broadcast changed' : 'Broadcast planned');
          onDone();
        },
      },
    );
  };
  const failure =
    saving.error && detailOr(saving.error, 'The broadcast could not be saved. Please try again.');
  return (
    <DialogForm
      ref={form}
      onSubmit={submit}
      failure={failure}
      isBusy={saving.isPending}
      cancel="Back"
      submit={plan ? 'Save changes' : 'Plan it'}
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
