import type { ReportReason } from '#shared/plain/moderation/report-words.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { SuspendedUntil } from '../table/session-list.ts';

export function suspension({ until_ms, reason }: SuspendedUntil): DomainError {
  // A word of a message has no hyphen.
  const rule = reason === 'self-harm' ? 'self_harm' : (reason as Exclude<ReportReason, 'self-harm'>);
  if (until_ms === null) return new DomainError('suspended', 'suspended', { rule });
  return new DomainError('suspended', 'suspended_until', { rule, until: new Date(until_ms).toISOString() });
}
