import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Suspension } from '#shared/people/auth.ts';
import { APPEAL_MAX_LENGTH } from '#shared/limits.ts';
import { call } from '#web/lib/api/api.ts';
import { formatShortDay } from '#web/lib/i18n/dates.ts';
import { Card } from '#web/ui/card.tsx';
import { AppealForm } from '#web/ui/forms/appeal-form.tsx';
import { isReason, reasonText } from '../report-words.ts';
import { t } from '#web/lib/i18n/messages.ts';

const meQuery = () =>
  queryOptions({
    queryKey: ['auth', 'me'],
    queryFn: ({ signal }) => call('GET /auth/me', { signal }),
    meta: { failureLog: 'Error fetching the account' },
  });

export const useSuspension = (): Suspension | undefined => useQuery(meQuery()).data?.suspension;

export const suspensionTitle = ({ until }: Suspension): string =>
  until === null
    ? t('moderation.suspendedForever')
    : t('moderation.suspendedUntil', { date: formatShortDay(until) });

export function AppealSection() {
  const suspension = useSuspension();
  if (!suspension) return null;
  return (
    <Card title={suspensionTitle(suspension)}>
      <SuspensionDetails suspension={suspension} />
    </Card>
  );
}

/** Why the reader is suspended, and the form of an appeal. */
export function SuspensionDetails({ suspension }: { readonly suspension: Suspension }) {
  const { reason, words } = suspension;
  return (
    <div className="space-y-4">
      <p>
        {t('moderation.suspendedHint', {
          reason: reasonText(isReason(reason) ? reason : 'other'),
        })}
      </p>
      {words && (
        <blockquote dir="auto" className="border-s-2 border-line-strong ps-3 text-soft">
          {words}
        </blockquote>
      )}
      <AppealForm
        name="appeal"
        label={t('moderation.appealText')}
        maxLength={APPEAL_MAX_LENGTH}
        send={(words) => call('POST /reports/appeals', { body: { words } })}
      />
    </div>
  );
}
