import type { LogSummary } from '../../../../../shared/community/transparency.ts';
import { ACTS, REPORT_REASONS } from '../../../../../shared/plain/words/report-words.ts';

/** How often what was done, and why. */
export function LogCounts({ counts }: Pick<LogSummary, 'counts'>) {
  const sorted = counts.toSorted((a, b) => b.count - a.count);
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full text-left text-sm">
        <thead className="text-soft">
          <tr>
            <th scope="col" className="px-4 py-2 font-medium">
              What was done
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              Why
            </th>
            <th scope="col" className="px-4 py-2 text-right font-medium">
              How often
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {sorted.map(({ act, reason, count }) => (
            <tr key={`${act} ${reason}`}>
              <td className="px-4 py-2">{ACTS[act]}</td>
              <td className="px-4 py-2 text-soft">{reason ? REPORT_REASONS[reason] : '–'}</td>
              <td className="px-4 py-2 text-right tabular-nums">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
