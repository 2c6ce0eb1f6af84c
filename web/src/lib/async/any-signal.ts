/** As `AbortSignal.any`, which came to Chrome 116 and Safari 17.4. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController();
  const abort = (): void => {
    either.abort(signals.find(({ aborted }) => aborted)?.reason);
    for (const signal of signals) signal.removeEventListener('abort', abort);
  };
  for (const signal of signals) signal.addEventListener('abort', abort);
  if (signals.some(({ aborted }) => aborted)) abort();
  return either.signal;
}
