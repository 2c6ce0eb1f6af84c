import { REPORT_REASONS } from './report-words.ts';

/** What whoever is suspended is told who would write. */
export function suspensionWords({
  until_ms,
  reason,
}: {
  readonly until_ms: number | null;
  readonly reason: string;
}): string {
  const why = Object.entries(REPORT_REASONS).find(([name]) => name === reason)?.[1] ?? REPORT_REASONS.other;
  const end =
    until_ms === null
      ? 'for good'
      : `until ${new Date(until_ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `Your account is suspended ${end} (${why}). You can answer in your settings.`;
}
