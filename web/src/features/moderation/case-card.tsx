import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CaseContext, ModerationCase } from '../../../../shared/community/moderation.ts';
import { ACTS, REPORT_REASONS } from '../../../../shared/plain/words/report-words.ts';
import { detailOr } from '../../lib/api/api.ts';
import { formatShortDay } from '../../lib/words/format-media.ts';
import { countOf } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { caseQuery, useDecide } from './moderation.queries.ts';

const KINDS = {
  message: 'Message',
  video: 'Video',
  channel: 'Channel',
  profile: 'Profile',
  clip: 'Clip',
  appeal: 'Answer to a suspension',
  role: 'Role',
} as const;

export function CaseCard({ one }: { readonly one: ModerationCase }) {
  const { kind, username, evidence, reasons, reports, first_at, decisions } = one;
  const [isOpen, setOpen] = useState(false);
  return (
    <article
      aria-label={`${KINDS[kind]} of ${username}`}
      className="rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="font-semibold">
          {KINDS[kind]} of{' '}
          <Link to={paths.channel(username)} className="rounded-sm text-accent hover:underline">
            {username}
          </Link>
        </h2>
        <p className="text-sm text-soft">{`${countOf(reports, 'report')} since ${formatShortDay(first_at)}`}</p>
      </header>
      {evidence.title && <p className="mt-2 font-medium wrap-anywhere">{evidence.title}</p>}
      {evidence.text && (
        <blockquote className="mt-2 border-l-2 border-line-strong pl-3 wrap-anywhere whitespace-pre-line">
          {evidence.text}
        </blockquote>
      )}
      <ul aria-label="Reasons" className="mt-3 flex flex-wrap gap-2">
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            <Badge>{`${REPORT_REASONS[reason]}: ${count}`}</Badge>
          </li>
        ))}
      </ul>
      {decisions.map(({ act, seq, until, at }) => (
        <p key={seq} className="mt-3 text-sm text-soft">
          {`${ACTS[act]}${until ? ` until ${formatShortDay(until)}` : ''}, ${formatShortDay(at)} (entry ${seq})`}
        </p>
      ))}
      <Actions one={one} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {isOpen && <Context id={one.id} />}
    </article>
  );
}

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
            {isAppeal ? 'Leave suspended' : 'Dismiss'}
          </Button>
        )}
        {isAppeal && one.is_open && (
          <Button size="sm" busy={isPending} onClick={() => mutate({ act: 'lift' })}>
            Lift suspension
          </Button>
        )}
        {!isAppeal && !done.has('remove') && (
          <Button variant="secondary" size="sm" onClick={() => setDialog('remove')}>
            Remove …
          </Button>
        )}
        {!isAppeal && !done.has('suspend') && (
          <Button variant="secondary" size="sm" onClick={() => setDialog('suspend')}>
            Suspend …
          </Button>
        )}
        {one.decisions.length > 0 && !done.has('lift') && (
          <Button variant="secondary" size="sm" busy={isPending} onClick={() => mutate({ act: 'undo' })}>
            Undo
          </Button>
        )}
        <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={onToggle}>
          Context
        </Button>
      </div>
      <p role="alert" className="mt-2 text-sm text-danger empty:hidden">
        {error && detailOr(error, 'This could not be decided. Please try again.')}
      </p>
      {dialog && <DecideDialog one={one} act={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

function Context({ id }: { readonly id: string }) {
  const query = useQuery(caseQuery(id));
  return (
    <Loaded query={query} failure="The context could not be loaded." isInCard>
      {({ reports, said_before, suspension, acts_before, is_yours }) => (
        <div className="mt-4 space-y-3 border-t border-line pt-4 text-sm">
          {is_yours && <p>This concerns a moderator: the operator takes the role first.</p>}
          <p className="text-soft">
            {`${acts_before === 0 ? 'No decision' : countOf(acts_before, 'decision')} about this person before`}
            {suspension &&
              `; suspended ${suspension.until ? `until ${formatShortDay(suspension.until)}` : 'for good'}`}
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
      <h3 className="font-semibold">Said before it</h3>
      {messages.map(({ username, message, timestamp }) => (
        <p key={timestamp} className="wrap-anywhere">
          <span className="font-medium">{username}</span>: {message}
        </p>
      ))}
    </>
  );
}

function ReporterComments({ reports }: { readonly reports: CaseContext['reports'] }) {
  if (reports.length === 0) return null;
  return (
    <>
      <h3 className="font-semibold">What the reports say</h3>
      {reports.map(({ words, at, reason }) => (
        <blockquote key={at} className="border-l-2 border-line-strong pl-3 wrap-anywhere">
          {words} <span className="text-soft">({REPORT_REASONS[reason]})</span>
        </blockquote>
      ))}
    </>
  );
}
