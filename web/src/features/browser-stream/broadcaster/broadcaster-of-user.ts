import { keepFresh } from '#web/lib/api/session/keep-fresh.ts';
import { onePerUser } from '#web/lib/api/session/per-user.ts';
import { confirmUnload, onPageHide, whileTrue } from '#web/lib/while-true.ts';
import type { BroadcastState } from '../broadcast.ts';
import { markOnAir } from '../on-air-mark.ts';
import { TabBroadcaster } from './tab-broadcaster.ts';
import { browserPorts } from './broadcaster-ports.ts';

/** The broadcaster of a user: the same one until another user signs in. */
export const broadcasterOf = onePerUser({
  create: (userId, token) => {
    const broadcaster = new TabBroadcaster(userId, browserPorts(token));
    followOnPage(broadcaster, userId);
    return broadcaster;
  },
  dispose: (broadcaster) => broadcaster.abandon(),
});

function followOnPage(broadcaster: TabBroadcaster, userId: string): void {
  const setUnloadConfirmed = whileTrue(confirmUnload);
  const setAwake = whileTrue(keepAwake);
  const setFresh = whileTrue(keepFresh);
  const setReportingUnload = whileTrue(() => onPageHide(broadcaster.announceUnload));
  broadcaster.subscribe(() => {
    const state = broadcaster.state();
    setUnloadConfirmed(isBusy(state));
    setAwake(isOnAir(state));
    setFresh(isBusy(state));
    setReportingUnload(isOnAir(state));
  });
  broadcaster.onEvent(({ kind }) => {
    if (kind === 'live') requestPersistentStorage();
    if (kind === 'live' || kind === 'continued') markOnAir(userId);
    if (kind === 'ended') markOnAir(null);
  });
}

const isOnAir = ({ phase }: BroadcastState): boolean => ['starting', 'live', 'ending'].includes(phase);

const isBusy = (state: BroadcastState): boolean => isOnAir(state) || state.isRecovering;

let hasRequested = false;

/** Requests persistent storage once, so that the browser does not evict chunks when the disk is nearly full. */
function requestPersistentStorage(): void {
  if (hasRequested) return;
  hasRequested = true;
  void navigator.storage?.persist?.().catch(() => {});
}

/** Keeps the screen on, because a sleeping phone stops the camera. Returns a function that releases the lock. */
function keepAwake(): () => void {
  const off = new AbortController();
  let lock: WakeLockSentinel | null = null;

  const request = async () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    // Refused where the battery is low.
    const requested = await navigator.wakeLock.request('screen').catch(() => null);
    if (off.signal.aborted) void requested?.release();
    else lock = requested;
  };
  // The browser releases the lock of a hidden page.
  document.addEventListener('visibilitychange', () => void request(), { signal: off.signal });
  void request();
  return () => {
    off.abort();
    void lock?.release();
  };
}
