/** Ends the server session. A separate chunk, because only a log-out needs it. */
import { endAll, listen } from '../../listen.ts';
import { startTimer, until } from '../../wait.ts';
import { timedFetch } from '../timed-fetch.ts';
import { readSession } from './session.ts';

const WORDS_MAX_MS = 5000;

const lastWords = new Set<Promise<unknown>>();

/** Delays the session's end until `word` settles. */
export function beforeSessionEnds(word: Promise<unknown>): void {
  lastWords.add(word);
  void word.finally(() => lastWords.delete(word));
}

/** Call after sign-out. The HttpOnly cookie identifies the session. */
export async function endSession(): Promise<void> {
  await until((finish) => {
    void Promise.allSettled(lastWords).then(finish);
    return endAll([startTimer(finish, WORDS_MAX_MS), listen(window, 'pagehide', finish)]);
  });
  // A log-in meanwhile has replaced the cookie, which is that of the new session.
  if (readSession() !== null) return;
  await timedFetch('/api/auth/logout', { method: 'POST', keepalive: true }).catch(() => {});
}
