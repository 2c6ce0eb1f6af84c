/** What stands in place of the message field of a person who may not write. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { OwnRole } from '#shared/community/rooms.ts';
import type { Suspension } from '#shared/people/auth.ts';
import { CHAT_APPEAL_MAX_LENGTH } from '#shared/limits.ts';
import { call, detailOr } from '#web/lib/api/api.ts';
import { formatMoment, formatShortDay } from '#web/lib/i18n/dates.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { RequiredNote } from '#web/ui/forms/field.tsx';
import { useScrollToProblem } from '#web/ui/forms/use-scroll-to-problem.ts';
import { TextArea } from '#web/ui/forms/inputs.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { ownPlaceQuery } from '../rooms.queries.ts';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Of the whole site. The settings have the reason and the form of an appeal. */
export const Suspended = ({ suspension: { until } }: { readonly suspension: Suspension }) => (
  <div className="space-y-1 border-t border-line p-3 text-sm">
    <p className="font-semibold">
      {until === null
        ? t('moderation.suspendedForever')
        : t('moderation.suspendedUntil', { date: formatShortDay(until) })}
    </p>
    <TextLink to={paths.settings()} className="text-accent hover:underline">
      {t('moderation.openAppeal')}
    </TextLink>
  </div>
);

type SilencedTerms = NonNullable<OwnRole['silenced']>;

export const Silenced = ({ silenced: { until, reason, appeal } }: { readonly silenced: SilencedTerms }) => (
  <div className="space-y-1 border-t border-line p-3 text-sm">
    <p className="font-semibold">
      {until === null ? t('errors.banned') : t('chat.youAreTimedOut', { time: formatMoment(until) })}
    </p>
    {reason && (
      <p dir="auto" className="wrap-anywhere text-soft">
        {t('chat.sanctionReason', { reason })}
      </p>
    )}
    {appeal === 'sent' && <p className="text-soft">{t('chat.appealSent')}</p>}
  </div>
);

export function Appeal({ channelId: id }: { readonly channelId: string }) {
  const cache = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useKept(`chatAppeal.${id}`, () => '');
  const [tries, setTries] = useState(0);
  const form = useScrollToProblem(tries);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('POST /rooms/{id}/appeals', { params: { id }, body: { words } }),
    onSettled: () => cache.invalidateQueries(ownPlaceQuery(id)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim()) mutate();
    else setTries(tries + 1);
  };
  if (!isOpen)
    return (
      <div className="px-3 pb-3">
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {t('chat.appeal')}
        </Button>
      </div>
    );
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-3 px-3 pb-3">
      <RequiredNote />
      <TextArea
        required
        error={tries > 0 && !words.trim() ? t('moderation.appealMissing') : undefined}
        label={t('chat.appealText')}
        rows={2}
        value={words}
        maxLength={CHAT_APPEAL_MAX_LENGTH}
        onChange={({ target }) => setWords(target.value)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The button that had the focus is gone.
        autoFocus
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error && detailOr(error, t('moderation.appealFailed'))}
      </p>
      <Button type="submit" size="sm" busy={isPending}>
        {t('moderation.sendAppeal')}
      </Button>
    </form>
  );
}
