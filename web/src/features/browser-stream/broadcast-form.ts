/** The form of /go-live, without its looks: specification §3 (Browser stream start payload) and §5. */
import type { BrowserStreamSetup } from '../../../../shared/browser-stream.ts';

export interface BroadcastForm {
  readonly title: string;
  /** Empty: none is chosen yet. */
  readonly category: string;
  readonly tags: readonly string[];
}

export const EMPTY_BROADCAST: BroadcastForm = { title: '', category: '', tags: [] };

/** What to send, or `null` when title or category is missing (§5). */
export function setupOf(form: BroadcastForm): Omit<BrowserStreamSetup, 'recording_id'> | null {
  const title = form.title.trim();
  return title && form.category ? { title, category: form.category, tags: [...form.tags] } : null;
}
