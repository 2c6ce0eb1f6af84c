/** Keeps the screen on: a phone that goes to sleep takes the camera away. Answers how to let it sleep again. */
export function keepAwake(): () => void {
  const off = new AbortController();
  let lock: WakeLockSentinel | null = null;

  const ask = async () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    // Refused where the battery is low.
    const asked = await navigator.wakeLock.request('screen').catch(() => null);
    if (off.signal.aborted) void asked?.release();
    else lock = asked;
  };
  // The browser takes it away from a page that is out of sight.
  document.addEventListener('visibilitychange', () => void ask(), { signal: off.signal });
  void ask();
  return () => {
    off.abort();
    void lock?.release();
  };
}
