/** The form of /go-live, without its looks: specification §3 (Browser stream start payload) and §5. */
import type { BroadcastSetup } from './broadcast.ts';

export interface BroadcastForm {
  readonly title: string;
  /** Empty: none is chosen yet. */
  readonly category: string;
  readonly tags: readonly string[];
  /** Left out: as it was set last. */
  readonly keepsReplay?: boolean;
}

export const EMPTY_BROADCAST: BroadcastForm = { title: '', category: '', tags: [] };

/** What to send, or `null` when title or category is missing (§5). */
export function setupOf(form: BroadcastForm): BroadcastSetup | null {
  const { category, tags, keepsReplay } = form;
  const title = form.title.trim();
  const keep = keepsReplay === undefined ? {} : { keep_replay: keepsReplay };
  return title && category ? { title, category, tags: [...tags], ...keep } : null;
}

/** Whether viewers are told something else than the form says. */
export const differs = (form: BroadcastForm, shown: BroadcastForm): boolean =>
  JSON.stringify(setupOf(form)) !== JSON.stringify(setupOf(shown));
