import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { call, detailOr } from '#web/lib/api/api.ts';
import { formatMoment } from '#web/lib/i18n/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { LoadMore } from '#web/ui/states/growing-list.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { sanctionsQuery } from '../../rooms.queries.ts';
import { withOutcomeToast } from '../../acts/room-acts.ts';
import type { HiddenPeople } from '#web/lib/hooks/use-hidden-people.ts';
import { t } from '#web/lib/i18n/messages.ts';

const NO_DETAILS: readonly string[] = [];

interface PersonProps {
  readonly username: string;
  readonly note?: string;
  readonly details?: readonly string[];
  readonly action: string;
  readonly onAction: () => void;
}

function Person({ username, note, details = NO_DETAILS, action, onAction }: PersonProps) {
  return (
    <li className="flex items-center justify-between gap-4 text-sm">
      <span className="flex min-w-0 flex-wrap gap-x-2">
        <bdi className="truncate">{username}</bdi>
        {note && <span className="text-soft">{note}</span>}
        {details.map((detail) => (
          <span key={detail} dir="auto" className="w-full wrap-anywhere text-soft">
            {detail}
          </span>
        ))}
      </span>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('common.actionOn', { action, name: username })}
        onClick={onAction}
      >
        {action}
      </Button>
    </li>
  );
}

/** The list takes the focus of a removed entry. */
const TAKES_FOCUS = { tabIndex: -1, className: 'space-y-2 outline-none' };

const NoPeople = () => <p className="text-sm text-soft">{t('chat.noPeople')}</p>;

export function HiddenList({ hidden: { usernames, show } }: { readonly hidden: HiddenPeople }) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <section>
      <h3 className="font-semibold">{t('chat.hiddenPeople')}</h3>
      {usernames.length === 0 && <NoPeople />}
      <ul ref={list} {...TAKES_FOCUS}>
        {usernames.map((username) => (
          <Person
            key={username}
            username={username}
            action={t('chat.unhide')}
            onAction={() => void show(username).then(() => list.current?.focus())}
          />
        ))}
      </ul>
    </section>
  );
}

interface ModeratorsFormProps {
  readonly channelId: string;
  readonly moderators: readonly string[];
}

export function ModeratorsForm({ channelId: id, moderators }: ModeratorsFormProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const username = name.trim();
    if (username === '') return setProblem(t('errors.required', { field: t('chat.usernameLabel') }));
    call('PUT /rooms/{id}/moderators/{username}', { params: { id, username } }).then(
      () => {
        toastSuccess(t('chat.moderatorAdded', { username }));
        // The next name may be there by the time this one is saved.
        setName((typed) => (typed === name ? '' : typed));
      },
      (error: unknown) => setProblem(detailOr(error, t('chat.moderatorNotAdded'))),
    );
  };
  const dismiss = (username: string) =>
    withOutcomeToast(
      async () => {
        await call('DELETE /rooms/{id}/moderators/{username}', { params: { id, username } });
        list.current?.focus();
      },
      { done: t('chat.moderatorRemoved', { username }), failed: t('chat.moderatorNotRemoved') },
    );
  return (
    <section>
      <h3 className="font-semibold">{t('chat.moderators')}</h3>
      <ul ref={list} {...TAKES_FOCUS}>
        {moderators.map((username) => (
          <Person
            key={username}
            username={username}
            action={t('chat.removeModerator')}
            onAction={() => void dismiss(username)}
          />
        ))}
      </ul>
      <form noValidate onSubmit={add} className="flex items-start gap-3">
        <TextField
          required
          error={problem}
          label={t('chat.usernameLabel')}
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(undefined);
          }}
          autoComplete="off"
          className="min-w-0 flex-1"
        />
        <Button type="submit" variant="secondary" size="field" className="mt-6.5">
          {t('chat.addModerator')}
        </Button>
      </form>
    </section>
  );
}

export function SanctionList({ channelId: id }: { readonly channelId: string }) {
  const cache = useQueryClient();
  const query = useInfiniteQuery(sanctionsQuery(id));
  const box = useRef<HTMLUListElement>(null);
  const lift = (username: string) =>
    withOutcomeToast(
      async () => {
        await call('DELETE /rooms/{id}/sanctions/{username}', { params: { id, username } });
        box.current?.focus();
        await cache.invalidateQueries(sanctionsQuery(id));
      },
      { done: t('chat.sanctionLifted', { username }), failed: t('chat.sanctionNotLifted', { username }) },
    );
  return (
    <section>
      <h3 className="font-semibold">{t('chat.sanctions')}</h3>
      <Loaded query={query} failure={t('chat.listLoadFailed')} isInCard>
        {({ pages }) => {
          const sanctions = pages.flatMap((page) => page.sanctions);
          if (sanctions.length === 0 && !query.hasNextPage) return <NoPeople />;
          return (
            <>
              <ul ref={box} {...TAKES_FOCUS}>
                {sanctions.map(({ username, until, reason, appeal }) => (
                  <Person
                    key={username}
                    username={username}
                    note={
                      until === null ? t('chat.banned') : t('common.until', { time: formatMoment(until) })
                    }
                    details={[
                      reason && t('chat.sanctionReason', { reason }),
                      appeal ? t('chat.appealOf', { words: appeal.words }) : '',
                    ].filter(Boolean)}
                    action={until === null ? t('chat.liftSanction') : t('chat.endTimeOut')}
                    onAction={() => void lift(username)}
                  />
                ))}
              </ul>
              <LoadMore visible={sanctions.length} box={box} entry="button" list={query} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
