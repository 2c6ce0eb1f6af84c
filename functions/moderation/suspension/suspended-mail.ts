import type { Suspension } from '../../../shared/people/auth.ts';
import { REPORT_REASONS } from '../../../shared/plain/words/report-words.ts';
import type { MaybeSuspended } from '../../auth/index.ts';

export interface SuspendedPerson extends MaybeSuspended {
  readonly username: string;
  readonly email: string;
  readonly isUnverified: boolean;
}

export function suspendedMail(
  { username, email: to }: SuspendedPerson,
  { until, reason, words }: Suspension,
) {
  const why = REPORT_REASONS[reason as keyof typeof REPORT_REASONS] ?? REPORT_REASONS.other;
  const end = until === null ? 'for good' : `until ${until.slice(0, 16).replace('T', ' ')} UTC`;
  const lines = [
    `The moderators of Fanfare have suspended the account ${username} ${end}. The reason: ${why}.`,
    ...(words ? [`They wrote: “${words}”`] : []),
    'Until then nobody sees its channel and videos, and it can write nothing. Nothing is deleted.',
    'If you think that this is wrong, log in and answer in your settings: a moderator reads it. You can also answer to this mail.',
  ];
  return { to, subject: 'Your account on Fanfare is suspended', text: lines.join('\n\n') };
}
