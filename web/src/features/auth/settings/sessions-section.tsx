import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SessionInfo } from '../../../../../shared/people/auth.ts';
import { call, detailOr } from '../../../lib/api/api.ts';
import { signOut } from '../../../lib/api/session/session.ts';
import { paths } from '../../../lib/paths.ts';
import { useAge } from '../../../lib/words/format-media.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Question } from '../../../ui/overlays/question.tsx';
import { toastFailure, toastSuccess } from '../../../ui/overlays/toast.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Skeleton } from '../../../ui/states/loading.tsx';
import { sessionsQuery, useEndSession } from './settings.queries.ts';

export function SessionsSection() {
  const query = useQuery(sessionsQuery());
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card
      title="Where you are signed in"
      description="Sign out what you do not know, and change your password."
    >
      <Loaded
        query={query}
        failure="Your devices could not be loaded"
        isInCard
        skeleton={<Skeleton className="h-14" />}
      >
        {(sessions) => <Devices sessions={sessions} />}
      </Loaded>
      <Button variant="secondary" className="mt-4" onClick={() => setIsAsking(true)}>
        Sign out everywhere
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
  const end = async () => {
    try {
      await mutateAsync(id);
    } catch (error) {
      return toastFailure('Not signed out', detailOr(error, 'Please try again.'));
    }
    toastSuccess(`${device} is signed out`);
    onEnded();
  };
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-break-word">{device}</p>
        <p className="text-sm text-soft">Last used {age}</p>
      </div>
      {is_current ? (
        <Badge>This device</Badge>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          busy={isPending}
          onClick={() => void end()}
          aria-label={`Sign out ${device}`}
        >
          Sign out
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
      toastSuccess('Signed out everywhere');
      void navigate(paths.login());
    },
  });
  return (
    <Question
      title="Sign out everywhere?"
      no="Cancel"
      yes="Sign out"
      isBusy={isPending}
      onNo={onClose}
      onYes={() => mutate()}
    >
      <p>Every device is signed out, this one too. Log in again with your password.</p>
      <p role="alert" className="mt-3 text-sm text-danger empty:hidden">
        {error && detailOr(error, 'You could not be signed out. Please try again.')}
      </p>
    </Question>
  );
}
