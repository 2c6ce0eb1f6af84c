import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '#web/ui/links/link.tsx';
import type { CaseContext, ModerationCase } from '#shared/community/moderation.ts';
import { stillUrlOf } from '#shared/plain/still-picture.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { formatShortDay } from '#web/lib/i18n/dates.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { caseQuery, useDecide } from './moderation.queries.ts';
import { ACT_TEXTS, KIND_TEXTS, reasonText } from './report-words.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

export function CaseCard({ one }: { readonly one: ModerationCase }) {
  const { kind, username, evidence, reasons, reports, first_at, decisions } = one;
  const [isOpen, setOpen] = useState(false);
  return (
    <article
      aria-label={t('moderation.caseLabel', { kind: KIND_TEXTS[kind], username })}
      className="card p-4 sm:p-5"
    >
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="font-semibold">
          {rich('moderation.caseTitle', {
            kind: KIND_TEXTS[kind],
            username,
            link: (text) => (
              <Link to={paths.channel(username)} className="rounded-sm text-accent hover:underline">
                {text}
              </Link>
            ),
          })}
        </h2>
        <p className="text-sm text-soft">
          {t('moderation.reportsSince', { count: reports, date: formatShortDay(first_at) })}
        </p>
      </header>
      {evidence.channel && (
        <p className="mt-2 text-sm text-soft wrap-anywhere">
          {kind === 'message'
            ? t('moderation.inChat', { name: evidence.channel })
            : t('moderation.ofChannel', { name: evidence.channel })}
        </p>
      )}
      {evidence.title && (
        <p dir="auto" className="mt-2 font-medium wrap-anywhere">
          {evidence.title}
        </p>
      )}
      {kind === 'emote' &&
        evidence.picture_urls.map((url) => (
          <picture key={url}>
            <source media="(prefers-reduced-motion: no-preference)" srcSet={url} />
            <img
              src={stillUrlOf(url) ?? url}
              alt={evidence.text}
              className="mt-2 block size-24 rounded-md border border-line object-contain"
            />
          </picture>
        ))}
      {evidence.suspension && <Suspended suspension={evidence.suspension} />}
      {evidence.text && (
        <blockquote
          dir="auto"
          className="mt-2 border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-line"
        >
          {evidence.text}
        </blockquote>
      )}
      <ul aria-label={t('moderation.reasons')} className="mt-3 flex flex-wrap gap-2">
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            <Badge>{t('moderation.reasonCount', { reason: reasonText(reason), count })}</Badge>
          </li>
        ))}
      </ul>
      {decisions.map(({ act, seq, until, at }) => (
        <p key={seq} className="mt-3 text-sm text-soft">
          {until
            ? t('moderation.decidedUntil', {
                until: formatShortDay(until),
                date: formatShortDay(at),
                seq,
              })
            : t('moderation.decidedOn', { act: ACT_TEXTS[act], date: formatShortDay(at), seq })}
        </p>
      ))}
      <Actions one={one} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {isOpen && <Context id={one.id} />}
    </article>
  );
}

/** What an appeal is against. */
const Suspended = ({
  suspension: { reason, words, until },
}: {
  readonly suspension: NonNullable<ModerationCase['evidence']['suspension']>;
}) => (
  <div className="mt-2 space-y-1 text-sm text-soft">
    <p>
      {t('moderation.suspendedFor', { reason: reasonText(reason) })}
      {` · ${until === null ? t('common.permanently') : t('common.until', { time: formatShortDay(until) })}`}
    </p>
    {words && (
      <blockquote dir="auto" className="border-s-2 border-line-strong ps-3 wrap-anywhere">
        {words}
      </blockquote>
    )}
  </div>
);

interface ActionsProps {
  readonly one: ModerationCase;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Actions({ one, isOpen, onToggle }: ActionsProps) {
  const [dialog, setDialog] = useState<'remove' | 'suspend' | null>(null);
  const { mutate, isPending, error } = useDecide(one);
  const done = new Set(one.decisions.flatMap(({ act }) => (one.is_open && act !== 'lift' ? [] : [act])));
  const isAppeal = one.kind === 'appeal';
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        {one.is_open && (
          <Button variant="secondary" size="sm" busy={isPending} onClick={() => mutate({ act: 'dismiss' })}>
            {isAppeal ? t('moderation.rejectAppeal') : t('moderation.dismissCase')}
          </Button>
        )}
        {isAppeal && one.is_open && (
          <Button size="sm" busy={isPending} onClick={() => mutate({ act: 'lift' })}>
            {t('moderation.liftSuspension')}
          </Button>
        )}
        {!isAppeal && !done.has('remove') && (
          <Button variant="secondary" size="sm" onClick={() => setDialog('remove')}>
            {t('moderation.openRemove')}
          </Button>
        )}
        {!isAppeal && !done.has('suspend') && (
          <Button variant="secondary" size="sm" onClick={() => setDialog('suspend')}>
            {t('moderation.openSuspend')}
          </Button>
        )}
        {one.decisions.length > 0 && !done.has('lift') && (
          <Button variant="secondary" size="sm" busy={isPending} onClick={() => mutate({ act: 'undo' })}>
            {t('moderation.undo')}
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={onToggle}>
          {t('moderation.context')}
        </Button>
      </div>
      <p role="alert" className="mt-2 text-sm text-danger empty:hidden">
        {error && detailOr(error, t('moderation.decisionFailed'))}
      </p>
      {dialog && <DecideDialog one={one} act={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

function Context({ id }: { readonly id: string }) {
  const query = useQuery(caseQuery(id));
  return (
    <Loaded query={query} failure={t('moderation.contextLoadFailed')} isInCard>
      {({ reports, said_before, suspension, acts_before, is_yours }) => (
        <div className="mt-4 space-y-3 border-t border-line pt-4 text-sm">
          {is_yours && <p>{t('moderation.aboutModerator')}</p>}
          <p className="text-soft">
            {t('moderation.decisionsBefore', {
              count: acts_before,
              suspension: !suspension ? 'other' : suspension.until ? 'until' : 'forever',
              date: suspension?.until ? formatShortDay(suspension.until) : '',
            })}
          </p>
          <PrecedingMessages messages={said_before} />
          <ReporterComments reports={reports.filter(({ words }) => words)} />
        </div>
      )}
    </Loaded>
  );
}

function PrecedingMessages({ messages }: { readonly messages: CaseContext['said_before'] }) {
  if (messages.length === 0) return null;
  return (
    <>
      <h3 className="font-semibold">{t('moderation.messagesBefore')}</h3>
      {messages.map(({ username, message, timestamp }) => (
        <p key={timestamp} className="wrap-anywhere">
          <bdi className="font-medium">{username}</bdi>: <span dir="auto">{message}</span>
        </p>
      ))}
    </>
  );
}

function ReporterComments({ reports }: { readonly reports: CaseContext['reports'] }) {
  if (reports.length === 0) return null;
  return (
    <>
      <h3 className="font-semibold">{t('moderation.reportComments')}</h3>
      {reports.map(({ words, at, reason }) => (
        <blockquote key={at} className="border-s-2 border-line-strong ps-3 wrap-anywhere">
          <span dir="auto">{words}</span> <span className="text-soft">({reasonText(reason)})</span>
        </blockquote>
      ))}
    </>
  );
}
