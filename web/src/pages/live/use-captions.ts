import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, detailOr } from '#web/lib/api/api.ts';
import { uniqueKey } from '#web/lib/api/unique-key.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { latestCaptionsQuery } from './latest-captions.queries.ts';

export interface TypedLine {
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly language: string;
  readonly state: 'sending' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
}

const MAX_LINES = 50;
/** A line is placed where its author began to type, at most this long ago. */
const MAX_TYPING_MS = 20_000;

/** The captions that are typed on this page and not yet stored, latest first. `dateMs` is the date of the picture that the typist sees. */
export function useCaptions(streamId: string | undefined, dateMs: () => number) {
  const [lines, setLines] = useState<readonly TypedLine[]>([]);
  const cache = useQueryClient();
  const begunMs = useRef<number | null>(null);
  const change = (id: string, fields: Partial<TypedLine>) =>
    setLines((all) => all.map((line) => (line.id === id ? { ...line, ...fields } : line)));
  const send = async ({ id, at, text, language }: TypedLine): Promise<void> => {
    if (streamId === undefined) return;
    change(id, { state: 'sending' });
    try {
      const body = { id, at, text, language };
      await call('POST /browser-stream/{stream_id}/captions', { params: { stream_id: streamId }, body });
      await cache.invalidateQueries({ queryKey: latestCaptionsQuery(streamId).queryKey });
      setLines((all) => all.filter((line) => line.id !== id));
    } catch (error) {
      change(id, { state: 'failed', reason: detailOr(error, t('liveCaptions.notSent')) });
    }
  };
  return {
    lines,
    /** The first letter of a line. */
    begin: () => {
      begunMs.current ??= dateMs();
    },
    discard: () => {
      begunMs.current = null;
    },
    add: (text: string, language: string) => {
      const nowMs = dateMs();
      const at = new Date(Math.max(begunMs.current ?? nowMs, nowMs - MAX_TYPING_MS)).toISOString();
      begunMs.current = null;
      const line = { id: uniqueKey(), at, text, language, state: 'sending' } as const;
      setLines((all) => [line, ...all].slice(0, MAX_LINES));
      void send(line);
    },
    sendAgain: (line: TypedLine) => void send(line),
  };
}
