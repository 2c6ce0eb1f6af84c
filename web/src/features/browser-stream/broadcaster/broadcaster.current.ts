/** The camera of whoever is signed in; one in this tab. It lives apart from the page: what is left is uploaded after it. */
import { readSession, readToken, subscribeToSession } from '../../../lib/api/session.ts';
import type { Broadcaster, BroadcastState } from '../broadcast.ts';
import { createBroadcaster, type OwnedBroadcaster } from './broadcaster.ts';
import { browserPorts } from './broadcaster.transport.ts';
import { keepAwake } from './wake-lock.ts';

interface Current {
  readonly userId: string;
  readonly broadcaster: OwnedBroadcaster;
}

let current: Current | null = null;

/** The broadcaster of a user: the same one until somebody else signs in. */
export function broadcasterOf(userId: string): Broadcaster {
  if (current?.userId === userId) return current.broadcaster;
  let token = readToken();
  const broadcaster = createBroadcaster(
    userId,
    browserPorts(() => token),
  );
  const mine = { userId, broadcaster };
  const setGuarded = whileTrue(guardAgainstLeaving);
  const setAwake = whileTrue(keepAwake);
  const setParting = whileTrue(() => onPageHide(broadcaster.leave));
  broadcaster.subscribe(() => {
    const state = broadcaster.state();
    setGuarded(isBusy(state));
    setAwake(isOnAir(state));
    setParting(isOnAir(state));
  });
  broadcaster.onEvent(({ kind }) => {
    if (kind === 'live') askForLastingStorage();
  });
  const stopListening = subscribeToSession(() => {
    if (readSession()?.user.id === userId) {
      token = readToken();
      return;
    }
    stopListening();
    if (current === mine) current = null;
    broadcaster.abandon();
  });
  current = mine;
  return broadcaster;
}

const isOnAir = ({ phase }: BroadcastState): boolean => ['starting', 'live', 'ending'].includes(phase);

const isBusy = (state: BroadcastState): boolean => isOnAir(state) || state.isRecovering;

/** Begins something when it is to be so, and ends it when it is not any more. */
function whileTrue(begin: () => () => void): (isSo: boolean) => void {
  let end: (() => void) | null = null;
  return (isSo) => {
    if (isSo) {
      end ??= begin();
      return;
    }
    end?.();
    end = null;
  };
}

/** Asks before the tab is closed or loaded anew. */
function guardAgainstLeaving(): () => void {
  window.addEventListener('beforeunload', askFirst);
  return () => window.removeEventListener('beforeunload', askFirst);
}

/** Then the tab is closed, or shows another document. A phone that shows another program hides no page. */
function onPageHide(act: () => void): () => void {
  window.addEventListener('pagehide', act);
  return () => window.removeEventListener('pagehide', act);
}

const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault();

let hasAsked = false;

/** So that chunks are not thrown away when the disk is nearly full; without it they are kept as long as it goes. */
function askForLastingStorage(): void {
  if (hasAsked) return;
  hasAsked = true;
  void navigator.storage?.persist?.().catch(() => {});
}
