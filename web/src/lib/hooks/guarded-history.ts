/**
 * The router's history, with somebody who may be asked before the reader leaves a screen: by a link, by `navigate`, or
 * by the Back button. The router's own `useBlocker` needs a data router, which would cost the first load 17 kB.
 */
import { NavigationType, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';

export interface LeaveGuard {
  /** Asked at the moment of leaving. */
  readonly isNeeded: () => boolean;
  /** A way out was held back; `leave` takes it. */
  readonly onHeld: (leave: () => void) => void;
}

type History = ReturnType<typeof createBrowserHistory>;

export interface GuardedHistory extends History {
  /** Puts a guard before the ways out of the present screen; answers how to take it away. */
  guard(guard: LeaveGuard): () => void;
  /** Does what ends in a move to `path` (Log Out), as soon as the guard of the present screen lets it. */
  leaveFor(path: string, act: () => void): void;
}

export function createGuardedHistory(): GuardedHistory {
  const history = createBrowserHistory({ v5Compat: true });
  const { push, replace, listen } = history;
  let current: { readonly guard: LeaveGuard; readonly pathname: string } | null = null;
  /** What comes next was allowed, or only puts the address back. */
  let next: 'leaves' | 'returns' | null = null;

  const holderOf = (pathname: string): LeaveGuard | null =>
    current && current.pathname !== pathname && current.guard.isNeeded() ? current.guard : null;

  const leaveFor = (path: string, act: () => void) => {
    const holder = holderOf(path);
    if (holder) holder.onHeld(act);
    else act();
  };
  const before =
    (move: History['push']): History['push'] =>
    (to, state) => {
      leaveFor(history.createURL(to).pathname, () => move(to, state));
    };

  return Object.assign(history, {
    push: before(push),
    replace: before(replace),
    leaveFor,
    listen: (notify: Parameters<History['listen']>[0]) =>
      listen((update) => {
        const { action, delta, location } = update;
        const expected = next;
        next = null;
        if (expected === 'returns') return;
        const holder = action === NavigationType.Pop && expected === null && holderOf(location.pathname);
        if (!holder || !delta) return notify(update);
        // By now the address has changed: it is put back.
        next = 'returns';
        history.go(-delta);
        holder.onHeld(() => {
          next = 'leaves';
          history.go(delta);
        });
      }),
    guard: (guard: LeaveGuard) => {
      const mine = { guard, pathname: history.location.pathname };
      current = mine;
      return () => {
        if (current === mine) current = null;
      };
    },
  });
}

/** The one of this tab. */
export const appHistory = createGuardedHistory();
