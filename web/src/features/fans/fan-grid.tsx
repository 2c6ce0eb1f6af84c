import type { ReactNode } from 'react';
import type { Fan, OwnedFan } from '#shared/channels/fans.ts';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { FanCard } from './fan-card.tsx';
import { type Units, useUnits } from './units/units.tsx';
import { useWithoutHidden } from '#web/lib/hooks/use-hidden-people.ts';
import { formatPlainDay } from '#web/lib/i18n/dates.ts';
import { t } from '#web/lib/i18n/messages.ts';

const COLUMNS = 'grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

interface FanGridProps<T extends Fan | OwnedFan> {
  readonly fans: readonly T[];
  readonly units: Units;
  readonly level?: 2 | 3;
  readonly menuOf?: (fan: T) => ReactNode;
  /** Whether cards list repairs. @default false */
  readonly hasRepairs?: boolean;
}

/** Leaves out fans of people whom the reader hides. */
export function FanGrid<T extends Fan | OwnedFan>({
  fans,
  units,
  level = 2,
  menuOf,
  hasRepairs = false,
}: FanGridProps<T>) {
  return (
    <ul className={COLUMNS}>
      {useWithoutHidden<T & { readonly username?: string }>(fans).map((fan) => (
        <li key={fan.id} className="min-w-0">
          <FanCard fan={fan} units={units} level={level} menu={menuOf?.(fan)}>
            {hasRepairs && <Repairs repairs={fan.repairs} />}
          </FanCard>
        </li>
      ))}
    </ul>
  );
}

export const FanGridSkeleton = () => (
  <div className={COLUMNS}>
    {[0, 1, 2, 3].map((card) => (
      <Skeleton key={card} className="h-72 rounded-card" />
    ))}
  </div>
);

function Repairs({ repairs }: Pick<Fan, 'repairs'>) {
  if (repairs.length === 0) return null;
  return (
    <details className="mt-3 text-sm">
      <summary className="rounded-sm font-medium text-accent">
        {t('fans.repairCount', { count: repairs.length })}
      </summary>
      <ul className="mt-2 space-y-1.5">
        {repairs.map(({ on, text }) => (
          <li key={`${on} ${text}`} className="wrap-anywhere">
            <time dateTime={on} className="text-soft tabular-nums">
              {formatPlainDay(on)}
            </time>{' '}
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function FanResults({ fans }: { readonly fans: readonly OwnedFan[] }) {
  const [units] = useUnits();
  return <FanGrid fans={fans} units={units} level={3} />;
}
