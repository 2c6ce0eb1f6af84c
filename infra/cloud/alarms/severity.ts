/**
 * How soon an operator must act. `Page`: people notice the problem, or will within the hour. `Tomorrow`: nothing is
 * lost until the morning. An alarm's description starts with the word, by which SNS can filter, and the title of its
 * section in `docs/runbook.md` ends with it.
 */
export type Severity = 'Page' | 'Tomorrow';

/** All others page. */
const TOMORROW: ReadonlySet<string> = new Set([
  'AddressBlocks',
  'AddressMediaBlocks',
  'AuthAddressBlocks',
  'RefreshAddressBlocks',
  'BlocksNotEnding',
  'ItemsFail',
  'EventsDeadLetters',
  'ChunksDeadLetters',
  'NewsDeadLetters',
  'NewsNoticesDeadLetters',
  'WebhooksDeadLetters',
  'LiveStreamsQuota',
  'WindowJobsQuota',
  'CameraSlots',
  'LiveLimits',
  'NewsStreamLate',
  'NewsPagesLate',
  'MailBounces',
  'MailComplaints',
  'BackupErrors',
  'BackupCopyErrors',
]);

export const severityOf = (alarm: string): Severity => (TOMORROW.has(alarm) ? 'Tomorrow' : 'Page');
