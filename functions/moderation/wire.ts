import type { ModerationCase } from '../../shared/community/moderation.ts';
import type { ReportReason } from '../../shared/plain/words/report-words.ts';
import type { Case } from './cases/case.ts';

/** The wire's form; what was reported most often comes first. */
export const toCase = (item: Case): ModerationCase => ({
  id: item.id,
  kind: item.kind,
  channel_id: item.concerned,
  username: item.username,
  evidence: item.evidence,
  reports: item.reports,
  reasons: (Object.entries(item.reasons) as [ReportReason, number][])
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count),
  first_at: item.first_at,
  latest_at: item.latest_at,
  is_open: item.is_open,
  version: item.version,
  decisions: [...item.decisions],
});
