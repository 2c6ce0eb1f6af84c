import { useMutation, useQuery } from '@tanstack/react-query';
import { Radio, Square } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { paths } from '#web/lib/paths.ts';
import { call } from '#web/lib/api/api.ts';
import { lockInTab } from '#web/lib/tab-lock.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { toastFailed, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { createPieceStore, isResumable, recordedOf } from '../pieces/piece-store.ts';
import { CONTINUE_STATE } from './continue-at-once.ts';
import { t } from '#web/lib/i18n/messages.ts';

const POLL_EVERY_MS = 15_000;
const store = createPieceStore();

/** The broadcast of this browser that is on the air and that no page records; `null` if there is none. */
async function findInterrupted(userId: string) {
  for (const broadcast of (await store.broadcasts(userId)).filter(isResumable)) {
    const { streamId: stream_id } = broadcast;
    const unlock = await lockInTab(`broadcast ${stream_id}`);
    unlock?.();
    if (!unlock) continue;
    const { status } = await call('GET /browser-stream/{stream_id}', { params: { stream_id } });
    if (status === 'live') return broadcast;
  }
  return null;
}

/** Says on other pages than /go-live that the user's broadcast is interrupted. */
export function InterruptedBar({ userId }: { readonly userId: string }) {
  const { pathname } = useLocation();
  const { data: found, refetch } = useQuery({
    queryKey: ['browser-stream', 'interrupted', userId],
    queryFn: () => findInterrupted(userId),
    enabled: pathname !== paths.goLive(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? POLL_EVERY_MS : false),
    meta: { failureLog: 'Error looking for an interrupted broadcast' },
  });
  const ending = useMutation({
    mutationFn: (body: { readonly chunk_count: number }) =>
      call('POST /browser-stream/stop/{stream_id}', { params: { stream_id: found?.streamId ?? '' }, body }),
    onSuccess: () => {
      toastSuccess(t('common.streamEnded'));
      void refetch();
    },
    onError: (error) => toastFailed(t('streaming.stopFailed'), error),
  });
  if (!found || pathname === paths.goLive()) return null;
  return (
    <section
      aria-label={t('browserStream.interrupted')}
      className="fixed inset-x-3 bottom-3 z-bar mx-auto flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-accent bg-surface px-4 py-3 shadow-popup"
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{t('browserStream.interrupted')}</p>
        <p className="text-sm text-soft">{t('browserStream.interruptedText')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={paths.goLive()} state={CONTINUE_STATE}>
          <Radio className="size-4" />
          {t('browserStream.continueStream')}
        </ButtonLink>
        <Button
          variant="danger"
          busy={ending.isPending}
          onClick={() => ending.mutate({ chunk_count: recordedOf(found) })}
        >
          {!ending.isPending && <Square className="size-4 fill-current" />}
          {t('common.endStream')}
        </Button>
      </div>
    </section>
  );
}
