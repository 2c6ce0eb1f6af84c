/** The logic of the dashboard: specification §2 (/go-live-advanced), §4 (Advanced stream), §5 and §8. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StreamSetup, StreamStatus } from '#shared/live/streaming.ts';
import { toastFailed, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { capWords } from '#web/ui/states/cap-notice.tsx';
import { streamStatusQuery, useStartStream, useStopStream } from './streaming.queries.ts';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface StreamForm {
  readonly title: string;
  readonly game: string;
  readonly tags: readonly string[];
  /** Omitted: the stored setting applies. */
  readonly keepsReplay?: boolean;
}

export const EMPTY_FORM: StreamForm = { title: '', game: '', tags: [] };

/** The request body, or `null` if title or game is missing (§5). */
export function setupFrom({ title, game, tags, keepsReplay }: StreamForm): StreamSetup | null {
  const keep = keepsReplay === undefined ? {} : { keep_replay: keepsReplay };
  const setup = { title: title.trim(), game: game.trim(), tags: [...tags], ...keep };
  return setup.title && setup.game ? setup : null;
}

const differs = (form: StreamForm, saved: StreamForm): boolean =>
  JSON.stringify(setupFrom(form)) !== JSON.stringify(setupFrom(saved));

/** The form of a running stream (§4: restored on page load). */
export const formFrom = ({ title, game, tags, keep_replay }: StreamStatus): StreamForm => ({
  title: title ?? '',
  game: game ?? '',
  tags: tags ?? [],
  keepsReplay: keep_replay,
});

function formOf(status: StreamStatus | undefined): StreamForm {
  if (!status) return EMPTY_FORM;
  return status.is_live ? formFrom(status) : { ...EMPTY_FORM, keepsReplay: status.keep_replay };
}

export function useDashboard() {
  const query = useQuery(streamStatusQuery());
  /** Unsaved input. */
  const [draft, setDraft] = useKept<StreamForm | null>('stream', () => null);
  const [misses, setMisses] = useState(0);
  const start = useStartStream();
  const stop = useStopStream();
  const status = query.data;
  const isLive = status?.is_live ?? false;
  const saved = formOf(status);
  const form = draft ?? saved;

  /** The form's request body; `null` if title or category is missing, which the fields say. */
  const readForm = () => {
    const setup = setupFrom(form);
    setMisses(setup ? 0 : misses + 1);
    return setup;
  };
  const create = () => {
    const setup = readForm();
    if (!setup) return;
    start.mutate(setup, {
      onSuccess: () => {
        setDraft(null);
        toastSuccess(t('streaming.streamCreated'));
      },
      onError: (error) => {
        if (capWords(error) === null) toastFailed(t('streaming.createFailed'), error);
      },
    });
  };

  const end = () =>
    stop.mutate(undefined, {
      onSuccess: () => {
        setDraft(null);
        toastSuccess(t('streaming.streamStopped'));
      },
      onError: (error) => toastFailed(t('streaming.stopFailed'), error),
    });

  return {
    query,
    status,
    form,
    setDraft,
    readForm,
    /** Counts attempts without title or category. */
    misses,
    isChanged: isLive && differs(form, saved),
    isLive,
    /** Why the channel may not go live this month. */
    refusal: capWords(start.error),
    isBusy: start.isPending || stop.isPending,
    create,
    end,
  };
}
