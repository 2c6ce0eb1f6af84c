import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SessionInfo } from '#shared/people/auth.ts';
import { call, detailOr } from '#web/lib/api/api.ts';
import { signOut } from '#web/lib/api/session/session.ts';
import { paths } from '#web/lib/paths.ts';
import { useAge } from '#web/lib/hooks/use-age.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { toastFailure, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { sessionsQuery, useEndSession } from './settings.queries.ts';
import { deviceName } from '#web/lib/i18n/device-name.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { keepText } from '#web/lib/kept.ts';

export function SessionsSection() {
  const query = useQuery(sessionsQuery());
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title={t('auth.sessions')} description={t('auth.sessionsHint')}>
      <Loaded
        query={query}
        failure={t('auth.sessionsLoadFailed')}
        isInCard
        skeleton={<Skeleton className="h-14" />}
      >
        {(sessions) => <Devices sessions={sessions} />}
      </Loaded>
      <Button variant="secondary" className="mt-4" onClick={() => setIsAsking(true)}>
        {t('auth.logOutEverywhere')}
      </Button>
      {isAsking && <SignOutEverywhere onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

function Devices({ sessions }: { readonly sessions: readonly SessionInfo[] }) {
  const list = useRef<HTMLUListElement>(null);
  const currentFirst = sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
  return (
    <ul ref={list} tabIndex={-1} className="divide-y divide-line outline-none">
      {currentFirst.map((session) => (
        // Focuses the list, because the pressed button disappears.
        <Device key={session.id} session={session} onEnded={() => list.current?.focus()} />
      ))}
    </ul>
  );
}

interface DeviceProps {
  readonly session: SessionInfo;
  readonly onEnded: () => void;
}

function Device({ session: { id, device, last_used_at, is_current }, onEnded }: DeviceProps) {
  const { mutateAsync, isPending } = useEndSession();
  const age = useAge(last_used_at);
  const name = deviceName(device);
  const end = async () => {
    try {
      await mutateAsync(id);
    } catch (error) {
      return toastFailure(t('auth.notLoggedOut'), detailOr(error, t('common.pleaseTryAgain')));
    }
    toastSuccess(t('auth.deviceLoggedOut', { device: name }));
    onEnded();
  };
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-break-word">{name}</p>
        <p className="text-sm text-soft">{t('auth.lastUsed', { age })}</p>
      </div>
      {is_current ? (
        <Badge>{t('auth.thisDevice')}</Badge>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          busy={isPending}
          onClick={() => void end()}
          aria-label={t('auth.logOutDevice', { device: name })}
        >
          {t('auth.logOut')}
        </Button>
      )}
    </li>
  );
}

/** Confirms before ending every session, this one included. Leads to /login. */
function SignOutEverywhere({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('DELETE /auth/sessions'),
    onSuccess: () => {
      signOut();
      keepText('localStorage', 'player.positions', null);
      toastSuccess(t('auth.loggedOutEverywhere'));
      void navigate(paths.login());
    },
  });
  return (
    <Question
      title={t('auth.logOutEverywhereQuestion')}
      no={t('common.cancel')}
      yes={t('auth.logOut')}
      isBusy={isPending}
      onNo={onClose}
      onYes={() => mutate()}
    >
      <p>{t('auth.logOutEverywhereHint')}</p>
      <p role="alert" className="mt-3 text-sm text-danger empty:hidden">
        {error && detailOr(error, t('auth.logOutFailed'))}
      </p>
    </Question>
  );
}
