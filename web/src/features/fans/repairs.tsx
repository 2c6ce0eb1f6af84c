import type { Fan } from '../../../../shared/channels/fans.ts';

/** What was done to a fan, the latest first; nothing where nothing was. */
export function Repairs({ repairs }: Pick<Fan, 'repairs'>) {
  if (repairs.length === 0) return null;
  return (
    <details className="mt-3 text-sm">
      <summary className="rounded-sm font-medium text-accent">
        {repairs.length === 1 ? 'One repair' : `${repairs.length} repairs`}
      </summary>
      <ul className="mt-2 space-y-1.5">
        {repairs.map(({ on, text }) => (
          <li key={`${on} ${text}`} className="wrap-anywhere">
            <time dateTime={on} className="text-soft tabular-nums">
              {on}
            </time>{' '}
            {text}
          </li>
        ))}
      </ul>
    </details>
  );
}
