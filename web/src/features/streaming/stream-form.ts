/** The form of the dashboard, without its looks: specification §2 (/go-live-advanced), §4 and §5. */
import type { StreamSetup, StreamStatus } from '../../../../shared/live/streaming.ts';

export interface StreamForm {
  readonly title: string;
  readonly game: string;
  readonly tags: readonly string[];
  /** Left out: as it was set last. */
  readonly keepsReplay?: boolean;
}

export const EMPTY_FORM: StreamForm = { title: '', game: '', tags: [] };

/** What to send, or `null` when title or game is missing (§5). */
export function setupFrom({ title, game, tags, keepsReplay }: StreamForm): StreamSetup | null {
  const keep = keepsReplay === undefined ? {} : { keep_replay: keepsReplay };
  const setup = { title: title.trim(), game: game.trim(), tags: [...tags], ...keep };
  return setup.title && setup.game ? setup : null;
}

/** Whether viewers are told something else than the form says. */
export const differs = (form: StreamForm, shown: StreamForm): boolean =>
  JSON.stringify(setupFrom(form)) !== JSON.stringify(setupFrom(shown));

/** The form of a stream that is live already, as it was set up (§4: restored on page load). */
export const formFrom = ({ title, game, tags, keep_replay }: StreamStatus): StreamForm => ({
  title: title ?? '',
  game: game ?? '',
  tags: tags ?? [],
  keepsReplay: keep_replay,
});
