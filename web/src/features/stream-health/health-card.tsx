import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StreamHealth } from '#shared/live/stream-health.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { viewersText } from '#web/lib/i18n/counts.ts';
import { formatDuration } from '#web/lib/i18n/numbers.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { LiveBadge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import type { FailedQuery } from '#web/ui/states/failure-state.tsx';
import { FailureLine } from '#web/ui/states/loaded.tsx';
import { Curves } from './curves.tsx';
import { type Condition, CONDITION_TEXTS, conditionOf, diagnosesOf } from './diagnoses.ts';
import type { Diagnosis, RecorderFacts } from './rule.ts';
import { encoderText, FigureList, figuresOf } from './figures.tsx';
import { streamHealthQuery } from './stream-health.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** The health of the user's own broadcast. `recorder`: state of this page's camera, if any. */
export function HealthCard({ recorder = null }: { readonly recorder?: RecorderFacts | null }) {
  const query = useQuery(streamHealthQuery);
  const health = query.data;
  if (!health) return query.isError ? <Unknown query={query} /> : null;
  return (
    <Card title={t('streamHealth.title')} isCompact>
      <div className="space-y-5">
        <Health health={health} recorder={recorder} />
        {encoderText(health) && <p className="text-xs text-soft">{encoderText(health)}</p>}
      </div>
    </Card>
  );
}

const Unknown = ({ query }: { readonly query: FailedQuery }) => (
  <Card title={t('streamHealth.title')}>
    <FailureLine title={t('streamHealth.loadFailed')} query={query} />
  </Card>
);

/** A compact version for a dock in OBS. */
export function HealthDock() {
  const query = useQuery(streamHealthQuery);
  const health = query.data;
  if (!health) {
    return query.isError ? <FailureLine title={t('streamHealth.loadFailed')} query={query} /> : null;
  }
  return (
    <div className="space-y-4">
      {health.receiving_since !== null && (
        <p className="flex items-center gap-2 text-sm font-medium tabular-nums">
          <LiveBadge />
          {/* The last minute's count. */}
          {viewersText(health.audience.at(-1)?.viewers ?? 0)}
        </p>
      )}
      <Health health={health} recorder={null} />
    </div>
  );
}

interface HealthProps {
  readonly health: StreamHealth;
  readonly recorder: RecorderFacts | null;
}

function Health({ health, recorder }: HealthProps) {
  const nowMs = serverTime(useNow(1000));
  const diagnoses = diagnosesOf(health, recorder);
  return (
    <>
      <ConditionLine
        condition={conditionOf(health, diagnoses)}
        diagnoses={diagnoses}
        waiting={waitingWords(health, nowMs)}
      />
      {health.receiving_since !== null && <FigureList figures={figuresOf(health, nowMs)} />}
      <Curves {...health} />
    </>
  );
}

const ICONS: Readonly<Record<Condition, readonly [LucideIcon, string]>> = {
  off: [CircleDashed, 'text-soft'],
  waiting: [CircleDashed, 'text-soft'],
  measuring: [CircleDashed, 'text-soft'],
  well: [CircleCheck, 'text-success'],
  mild: [TriangleAlert, 'text-accent'],
  bad: [TriangleAlert, 'text-danger'],
};

/** What the streamer reads while no picture arrives. */
function waitingWords({ source, interrupted_since }: StreamHealth, nowMs: number): ReactNode {
  if (interrupted_since === undefined) return t('streamHealth.waiting');
  const words = {
    time: formatDuration(Math.max(0, nowMs - Date.parse(interrupted_since)) / 1000),
    // Changes each second, and is not announced each time.
    ago: (text: ReactNode) => <span role="timer">{text}</span>,
  };
  return source === 'camera'
    ? rich('streamHealth.cameraInterrupted', words)
    : rich('streamHealth.interrupted', words);
}

interface ConditionLineProps {
  readonly condition: Condition;
  readonly waiting: ReactNode;
  readonly diagnoses: readonly Diagnosis[];
}

/** The condition and its diagnoses with advice; announced when they change. */
function ConditionLine({ condition, diagnoses, waiting }: ConditionLineProps) {
  const [Icon, tone] = ICONS[condition];
  return (
    <div role="status" data-condition={condition} className="flex items-start gap-2.5">
      <Icon className={`mt-0.5 size-5 shrink-0 ${tone}`} />
      <div className="min-w-0 space-y-3">
        {diagnoses.length === 0 && (
          <p className="font-medium">{condition === 'waiting' ? waiting : CONDITION_TEXTS[condition]}</p>
        )}
        {diagnoses.map(({ id, problem, advice }) => (
          <div key={id} data-diagnosis={id}>
            <p className="font-medium">{problem}</p>
            <p className="mt-0.5 text-sm text-soft">{advice}</p>
          </div>
        ))}
      </div>
    </div>
  );
}
