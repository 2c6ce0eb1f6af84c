import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Plan } from '../../../../../shared/channels/schedules.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { plansQuery } from '../schedules.queries.ts';
import { PlanForm } from './plan-form.tsx';
import { PlanList } from './plan-list.tsx';

/** What is open: the list; a new plan; or one that is changed. */
type View = 'list' | 'new' | Plan;

/** One's own schedule: a list of what is planned, and the form of one. */
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
