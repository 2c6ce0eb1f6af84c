/** The details of a stream from the camera (/go-live) or from software (/go-live-advanced). */
import { useState } from 'react';
import type { StreamSetup } from '#shared/live/streaming.ts';
import { useDraft } from './use-kept.ts';

/** As typed. */
export interface StreamDetails {
  readonly title: string;
  /** Empty if none is chosen. */
  readonly game: string;
  readonly tags: readonly string[];
  /** Omitted: the stored setting applies. */
  readonly keepsReplay?: boolean;
}

export const NO_DETAILS: StreamDetails = { title: '', game: '', tags: [] };

export const isBlank = ({ title, game, tags }: StreamDetails): boolean =>
  title === '' && game === '' && tags.length === 0;

/** The request body, or `null` if title or game is missing (§5). */
export function setupOf({ title, game, tags, keepsReplay }: StreamDetails): StreamSetup | null {
  const keep = keepsReplay === undefined ? {} : { keep_replay: keepsReplay };
  const setup = { title: title.trim(), game: game.trim(), tags: [...tags], ...keep };
  return setup.title && setup.game ? setup : null;
}

const differs = (one: StreamDetails, other: StreamDetails): boolean =>
  JSON.stringify(setupOf(one)) !== JSON.stringify(setupOf(other));

/** `saved`: what is published. `key` names the form for `useDraft`. */
export function useStreamDetails(key: string, saved: StreamDetails) {
  const draft = useDraft(key, saved);
  const { form } = draft;
  const [misses, setMisses] = useState(0);
  return {
    ...draft,
    isChanged: differs(form, saved),
    /** The form's request body; `null` if title or game is missing, which the fields say. */
    readForm: (): StreamSetup | null => {
      const setup = setupOf(form);
      setMisses(setup ? 0 : misses + 1);
      return setup;
    },
    /** Counts attempts without title or game. */
    misses,
  };
}
