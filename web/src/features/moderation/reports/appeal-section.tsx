import { type FormEvent, useState } from 'react';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { Suspension } from '#shared/people/auth.ts';
import { APPEAL_MAX_LENGTH } from '#shared/limits.ts';
import { call, detailOr } from '#web/lib/api/api.ts';
import { formatShortDay } from '#web/lib/i18n/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RequiredNote } from '#web/ui/forms/field.tsx';
import { TextArea } from '#web/ui/forms/inputs.tsx';
import { useScrollToProblem } from '#web/ui/forms/use-scroll-to-problem.ts';
import { isReason, reasonText } from '../report-words.ts';
import { useKept } from '#web/lib/hooks/use-kept.ts';
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
      <AppealForm />
    </div>
  );
}

function AppealForm() {
  const [words, setWords] = useKept('appeal', () => '');
  const [tries, setTries] = useState(0);
  const form = useScrollToProblem(tries);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call('POST /reports/appeals', { body: { words } }),
  });
  if (isSuccess) return <p role="status">{t('moderation.appealSent')}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim()) mutate();
    else setTries(tries + 1);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <RequiredNote />
      <TextArea
        required
        error={tries > 0 && !words.trim() ? t('moderation.appealMissing') : undefined}
        label={t('moderation.appealText')}
        rows={4}
        value={words}
        maxLength={APPEAL_MAX_LENGTH}
        onChange={({ target }) => setWords(target.value)}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error && detailOr(error, t('moderation.appealFailed'))}
      </p>
      <Button type="submit" busy={isPending}>
        {t('moderation.sendAppeal')}
      </Button>
    </form>
  );
}
