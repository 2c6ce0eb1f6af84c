import { CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { Diagnosis } from './diagnosis.ts';
import { type Condition, CONDITION_TEXTS } from './diagnoses.ts';

const ICONS: Readonly<Record<Condition, readonly [LucideIcon, string]>> = {
  off: [CircleDashed, 'text-soft'],
  waiting: [CircleDashed, 'text-soft'],
  measuring: [CircleDashed, 'text-soft'],
  well: [CircleCheck, 'text-success'],
  mild: [TriangleAlert, 'text-accent'],
  bad: [TriangleAlert, 'text-danger'],
};

interface ConditionLineProps {
  readonly condition: Condition;
  readonly diagnoses: readonly Diagnosis[];
}

/** The condition and its diagnoses with advice; announced when they change. */
export function ConditionLine({ condition, diagnoses }: ConditionLineProps) {
  const [Icon, tone] = ICONS[condition];
  return (
    <div role="status" data-condition={condition} className="flex items-start gap-2.5">
      <Icon className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <div className="min-w-0 space-y-3">
        {diagnoses.length === 0 && <p className="font-medium">{CONDITION_TEXTS[condition]}</p>}
        {diagnoses.map(({ id, what, todo }) => (
          <div key={id} data-diagnosis={id}>
            <p className="font-medium">{what}</p>
            <p className="mt-0.5 text-sm text-soft">{todo}</p>
          </div>
        ))}
      </div>
    </div>
  );
}
