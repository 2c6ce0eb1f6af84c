import { useNow } from '../../lib/hooks/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { FailureLine } from '../../ui/states/failure-line.tsx';
import type { FailedQuery } from '../../ui/states/failure-state.tsx';
import { ConditionLine } from './condition-line.tsx';
import { Curves } from './curves.tsx';
import { conditionOf, diagnosesOf } from './diagnoses.ts';
import type { RecorderFacts } from './diagnosis.ts';
import { FigureList } from './figure-list.tsx';
import { encoderText, figuresOf } from './figures.ts';
import { useStreamHealth } from './stream-health.queries.ts';

/** How one's broadcast arrives and how viewers get it. `recorder`: of the camera of this page. */
export function HealthCard({ recorder = null }: { readonly recorder?: RecorderFacts | null }) {
  const query = useStreamHealth();
  const health = query.data;
  const nowMs = useNow(1000);
  if (!health) return query.isError ? <Unknown query={query} /> : null;
  const diagnoses = diagnosesOf(health, recorder);
  return (
    <Card title="Stream health" className="max-sm:p-3">
      <div className="space-y-5">
        <ConditionLine condition={conditionOf(health, diagnoses)} diagnoses={diagnoses} />
        {health.receiving_since !== null && <FigureList figures={figuresOf(health, nowMs)} />}
        <Curves {...health} />
        {encoderText(health) && <p className="text-xs text-soft">{encoderText(health)}</p>}
      </div>
    </Card>
  );
}

const Unknown = ({ query }: { readonly query: FailedQuery }) => (
  <Card title="Stream health">
    <FailureLine title="How your stream arrives could not be found out." query={query} />
  </Card>
);
