import type { Plan, PlannedDay } from '../../../../../shared/channels/schedules.ts';
import { detailOr } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/button.tsx';
import { toastFailure } from '../../../ui/overlays/toast.tsx';
import { useSetDay } from '../schedules.queries.ts';
import { exactly, shortly } from '../when-words.ts';

/** The next dates of a repeating plan, each with its own cancellation. */
export function PlanDays({ plan }: { readonly plan: Plan }) {
  return (
    <ul
      aria-label={`Next days of ${plan.title}`}
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
  const words = shortly(day.starts_at);
  const toggle = () =>
    mutate(
      { day: day.day, takesPlace: day.is_cancelled },
      { onError: (error) => toastFailure('Not changed', detailOr(error, 'Please try again.')) },
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-1 pr-1 pl-3 text-sm">
      <span>
        <time
          dateTime={day.starts_at}
          title={exactly(day.starts_at)}
          className={day.is_cancelled ? 'text-soft line-through' : ''}
        >
          {words}
        </time>
        {day.is_cancelled && <span className="ml-2 font-medium text-danger">Cancelled</span>}
      </span>
      <Button
        variant="ghost"
        size="sm"
        busy={isPending}
        aria-label={`${day.is_cancelled ? 'Restore' : 'Cancel this day'}: ${words}`}
        onClick={toggle}
      >
        {day.is_cancelled ? 'Restore' : 'Cancel this day'}
      </Button>
    </li>
  );
}
