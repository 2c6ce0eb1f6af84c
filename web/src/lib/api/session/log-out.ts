/** Ends the session on the server's side too. In a chunk of its own, as a page is left by it. */

const WORDS_MAX_MS = 5000;

const lastWords = new Set<Promise<unknown>>();

/** What a person's leaving still has to say in their name; the session ends after it. */
export function beforeSessionEnds(word: Promise<unknown>): void {
  lastWords.add(word);
  void word.finally(() => lastWords.delete(word));
}

/** To be called once nobody is signed in here any more. The cookie, which scripts cannot read, says whose session it is. */
export async function endSession(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, WORDS_MAX_MS));
  const left = new Promise((resolve) => window.addEventListener('pagehide', resolve, { once: true }));
  await Promise.race([Promise.allSettled(lastWords), late, left]);
  await fetch('/api/auth/logout', { method: 'POST', keepalive: true }).catch(() => {});
}
