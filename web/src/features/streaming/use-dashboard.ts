/** What the dashboard does, without its looks: specification §4 (Advanced stream), §5 and §8. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StreamStatus } from '../../../../shared/streaming.ts';
import { detailOr } from '../../lib/api-failure.ts';
import { useToast } from '../../ui/toast.tsx';
import { EMPTY_FORM, type StreamForm, formFrom, setupFrom } from './stream-form.ts';
import { streamStatusQuery, useStartStream, useStopStream } from './streaming.queries.ts';

const keepingOf = (status: StreamStatus | undefined) => (status ? { keepsReplay: status.keep_replay } : {});

/** The caller's stream and form, and the two things that can be done with them. */
export function useDashboard() {
  const toast = useToast();
  const query = useQuery(streamStatusQuery());
  const [draft, setDraft] = useState<StreamForm>(EMPTY_FORM);
  const start = useStartStream();
  const stop = useStopStream();
  const status = query.data;
  const isLive = status?.is_live ?? false;
  // While live the fields rest and say what the server has. Until it is changed here, the switch does so at any time.
  const form = status?.is_live ? formFrom(status) : { ...keepingOf(status), ...draft };

  const create = () => {
    const setup = setupFrom(form);
    if (!setup) {
      return toast({
        title: 'Missing Information',
        description: 'Please enter stream title and game/category',
        tone: 'danger',
      });
    }
    start.mutate(setup, {
      onSuccess: () => toast({ title: 'Stream Created!', tone: 'success' }),
      onError: (error) =>
        toast({ title: 'Error', description: detailOr(error, 'Failed to create stream'), tone: 'danger' }),
    });
  };

  const end = () =>
    stop.mutate(undefined, {
      onSuccess: () => {
        setDraft(EMPTY_FORM);
        toast({ title: 'Stream Stopped', tone: 'success' });
      },
      onError: () => toast({ title: 'Error', description: 'Failed to stop stream', tone: 'danger' }),
    });

  return { query, status, form, setDraft, isLive, isBusy: start.isPending || stop.isPending, create, end };
}
