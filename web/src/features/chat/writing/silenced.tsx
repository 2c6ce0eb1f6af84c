/** What stands in place of the message field of a person who may not write. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnRole } from '#shared/community/rooms.ts';
import type { Suspension } from '#shared/people/auth.ts';
import { CHAT_APPEAL_MAX_LENGTH } from '#shared/limits.ts';
import { call } from '#web/lib/api/api.ts';
import { formatMoment, formatShortDay } from '#web/lib/i18n/dates.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { AppealForm } from '#web/ui/forms/appeal-form.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { ownRoleQuery } from '../rooms.queries.ts';
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
  const send = (words: string) =>
    call('POST /rooms/{id}/appeals', { params: { id }, body: { words } }).finally(() =>
      cache.invalidateQueries(ownRoleQuery(id)),
    );
  return (
    <div className="px-3 pb-3">
      {isOpen ? (
        <AppealForm
          name={`chatAppeal.${id}`}
          label={t('chat.appealText')}
          maxLength={CHAT_APPEAL_MAX_LENGTH}
          send={send}
          isCompact
        />
      ) : (
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {t('chat.appeal')}
        </Button>
      )}
    </div>
  );
}
