/** What the dashboard does, without its looks: specification §4 (Advanced stream), §5 and §8. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StreamStatus } from '../../../../shared/live/streaming.ts';
import { detailOr } from '../../lib/api/api-failure.ts';
import { capWords } from '../../ui/states/cap-notice.tsx';
import { toastFailure, toastSuccess } from '../../ui/overlays/toast.tsx';
import { differs, EMPTY_FORM, type StreamForm, formFrom, setupFrom } from './stream-form.ts';
import { streamStatusQuery, useStartStream, useStopStream } from './streaming.queries.ts';

/** What the server has. */
function formOf(status: StreamStatus | undefined): StreamForm {
  if (!status) return EMPTY_FORM;
  return status.is_live ? formFrom(status) : { ...EMPTY_FORM, keepsReplay: status.keep_replay };
}

/** The caller's stream and form, and what can be done with them. */
export function useDashboard() {
  const query = useQuery(streamStatusQuery());
  /** What was typed here and neither sent nor saved. */
  const [draft, setDraft] = useState<StreamForm | null>(null);
  const [misses, setMisses] = useState(0);
  const start = useStartStream();
  const stop = useStopStream();
  const status = query.data;
  const isLive = status?.is_live ?? false;
  const shown = formOf(status);
  const form = draft ?? shown;

  /** What the form says, or nothing, with a word, where title or category is missing. */
  const readForm = () => {
    const setup = setupFrom(form);
    setMisses(setup ? 0 : misses + 1);
    if (!setup) {
      toastFailure('Missing Information', 'Please enter stream title and game/category');
    }
    return setup;
  };
  const create = () => {
    const setup = readForm();
    if (!setup) return;
    start.mutate(setup, {
      onSuccess: () => {
        setDraft(null);
        toastSuccess('Stream Created!');
      },
      onError: (error) => {
        if (capWords(error) === null) toastFailure('Error', detailOr(error, 'Failed to create stream'));
      },
    });
  };

  const end = () =>
    stop.mutate(undefined, {
      onSuccess: () => {
        setDraft(null);
        toastSuccess('Stream Stopped');
      },
      onError: () => toastFailure('Error', 'Failed to stop stream'),
    });

  return {
    query,
    status,
    form,
    setDraft,
    readForm,
    /** How often it was tried without title or category. */
    misses,
    /** Whether the form says something else than viewers are told. */
    isChanged: isLive && differs(form, shown),
    isLive,
    /** Why the channel may not go live this month. */
    refusal: capWords(start.error),
    isBusy: start.isPending || stop.isPending,
    create,
    end,
  };
}
