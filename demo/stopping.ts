/** One Ctrl-C may arrive twice: from the terminal, and from the parent process. */
const ECHO_MS = 1000;

/**
 * Aborts at the first Ctrl-C or termination signal, so that the caller can clean up in order. A second one, later, ends
 * the process.
 */
export function stoppedBySignals(say: (words: string) => void): AbortSignal {
  const stopping = new AbortController();
  let stoppedAtMs = 0;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (!stopping.signal.aborted) {
        stoppedAtMs = performance.now();
        say('Ending …');
        stopping.abort();
      } else if (performance.now() - stoppedAtMs > ECHO_MS) {
        process.exit(130);
      }
    });
  }
  return stopping.signal;
}
