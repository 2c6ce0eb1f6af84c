import { LiveBadge } from '../../ui/badge.tsx';
import { FailureLine } from '../../ui/states/failure-line.tsx';
import { useNow } from '../../lib/hooks/use-now.ts';
import { ConditionLine } from './condition-line.tsx';
import { Curves } from './curves.tsx';
import { conditionOf, diagnosesOf } from './diagnoses.ts';
import { FigureList } from './figure-list.tsx';
import { figuresOf } from './figures.ts';
import { useStreamHealth } from './stream-health.queries.ts';
import { viewersOf } from './viewers.ts';

/** The same for a dock of OBS: small, and nothing that is not asked for at a glance. */
export function HealthDock() {
  const query = useStreamHealth();
  const nowMs = useNow(1000);
  const health = query.data;
  if (!health) {
    return query.isError ? <FailureLine title="Your stream could not be looked at." query={query} /> : null;
  }
  const diagnoses = diagnosesOf(health);
  return (
    <div className="space-y-4">
      {health.source !== null && (
        <p className="flex items-center gap-2 text-sm font-medium tabular-nums">
          <LiveBadge />
          {viewersOf(health)}
        </p>
      )}
      <ConditionLine condition={conditionOf(health, diagnoses)} diagnoses={diagnoses} />
      {health.receiving_since !== null && <FigureList figures={figuresOf(health, nowMs)} />}
      <Curves {...health} />
    </div>
  );
}
