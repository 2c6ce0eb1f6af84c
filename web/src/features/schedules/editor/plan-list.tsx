import { CalendarClock, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Plan, PlannedDay } from '#shared/channels/schedules.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmedButton } from '#web/ui/confirmed-button.tsx';
import { DialogButtons } from '#web/ui/overlays/dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { useCancelPlan, useSetDay } from '../schedules.queries.ts';
import { exactly, shortDateTime, whenWords } from '../when-words.ts';
import { timingWords } from '#web/lib/i18n/timing.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface PlanListProps {
  readonly plans: readonly Plan[];
  readonly onNew: () => void;
  readonly onEdit: (plan: Plan) => void;
}

/** Focuses the list, because the pressed button disappears. */
const takeFocus = (list: HTMLElement | null) => list?.focus();

export function PlanList({ plans, onNew, onEdit }: PlanListProps) {
  return (
    <>
      <div
        ref={takeFocus}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 outline-none sm:px-6"
      >
        {plans.length === 0 && <NothingPlanned />}
        <ul aria-label={t('schedules.broadcasts')} className="divide-y divide-line">
          {plans.map((plan) => (
            <PlanRow key={plan.id} plan={plan} onEdit={() => onEdit(plan)} />
          ))}
        </ul>
      </div>
      <DialogButtons>
        <Button onClick={onNew}>
          <Plus className="size-4" />
          {t('schedules.newBroadcast')}
        </Button>
      </DialogButtons>
    </>
  );
}

const NothingPlanned = () => (
  <p className="flex items-center gap-4 py-8 text-soft">
    <CalendarClock className="size-6 shrink-0 text-accent" />
    {t('schedules.empty')}
  </p>
);

const UPDATE_EVERY_MS = 15_000;

function PlanRow({ plan, onEdit }: { readonly plan: Plan; readonly onEdit: () => void }) {
  const [showsDays, setShowsDays] = useState(false);
  const nowMs = serverTime(useNow(UPDATE_EVERY_MS));
  const cancelling = useCancelPlan();
  const next = plan.days.find(({ is_cancelled }) => !is_cancelled);
  const cancel = () =>
    cancelling.mutate(plan.id, {
      onSuccess: () => toastSuccess(t('schedules.broadcastCancelled')),
      onError: (error) =>
        toastFailure(t('schedules.cancelFailed'), detailOr(error, t('common.pleaseTryAgain'))),
    });
  const ends_at = next && new Date(Date.parse(next.starts_at) + plan.duration_min * 60_000).toISOString();
  return (
    <li className="py-4">
      <p dir="auto" className="font-semibold wrap-anywhere">
        {plan.title}
      </p>
      <p className="text-sm text-soft">{timingWords(plan)}</p>
      {next && ends_at && (
        <p className="text-sm text-soft">
          {rich('schedules.nextBroadcast', {
            time: whenWords({ ...next, ends_at }, nowMs),
            when: (text) => <time dateTime={next.starts_at}>{text}</time>,
          })}
        </p>
      )}
      <div role="group" aria-label={plan.title} className="mt-2 -ms-3 flex flex-wrap gap-1">
        <Button variant="ghost" size="sm" onClick={onEdit}>
          {t('common.edit')}
        </Button>
        {plan.repeat !== 'none' && (
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={showsDays}
            onClick={() => setShowsDays(!showsDays)}
          >
            {t('schedules.dates')}
          </Button>
        )}
        <ConfirmedButton
          label={plan.repeat === 'none' ? t('common.cancel') : t('schedules.cancelAll')}
          confirmation={t('schedules.cancelConfirm')}
          onConfirm={cancel}
          size="sm"
        />
      </div>
      {showsDays && <PlanDays plan={plan} />}
    </li>
  );
}

/** The next dates of a repeating plan, each with its own cancellation. */
function PlanDays({ plan }: { readonly plan: Plan }) {
  return (
    <ul
      aria-label={t('schedules.nextDates', { title: plan.title })}
      className="mt-2 divide-y divide-line rounded-md border border-line"
    >
      {plan.days.map((day) => (
        <Day key={day.day} planId={plan.id} day={day} />
      ))}
    </ul>
  );
}

function Day({ planId, day }: { readonly planId: string; readonly day: PlannedDay }) {
  const { mutate, isPending } = useSetDay(planId);
  const words = shortDateTime(day.starts_at);
  const action = day.is_cancelled ? t('schedules.restoreDate') : t('schedules.cancelDate');
  const toggle = () =>
    mutate(
      { day: day.day, takesPlace: day.is_cancelled },
      {
        onError: (error) =>
          toastFailure(t('schedules.dateChangeFailed'), detailOr(error, t('common.pleaseTryAgain'))),
      },
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-1 pe-1 ps-3 text-sm">
      <span>
        <time
          dateTime={day.starts_at}
          title={exactly(day.starts_at)}
          className={day.is_cancelled ? 'text-soft line-through' : ''}
        >
          {words}
        </time>
        {day.is_cancelled && <span className="ms-2 font-medium text-danger">{t('schedules.cancelled')}</span>}
      </span>
      <Button
        variant="ghost"
        size="sm"
        busy={isPending}
        aria-label={t('common.actionOn', { action, name: words })}
        onClick={toggle}
      >
        {action}
      </Button>
    </li>
  );
}
