/**
 * The router's history with a navigation guard for links, `navigate` and Back. The router's own `useBlocker` needs a
 * data router, which costs 17 kB of first load.
 */
import { NavigationType, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';

interface LeaveGuard {
  /** Called on navigation. */
  readonly isNeeded: () => boolean;
  readonly onHeld: (leave: () => void) => void;
}

type History = ReturnType<typeof createBrowserHistory>;

function createGuardedHistory() {
  const history = createBrowserHistory({ v5Compat: true });
  const { push, replace, listen } = history;
  let current: { readonly guard: LeaveGuard; readonly pathname: string } | null = null;
  /** The next navigation was allowed, or only restores the address. */
  let next: 'leaves' | 'returns' | null = null;

  const holderOf = (pathname: string): LeaveGuard | null =>
    current && current.pathname !== pathname && current.guard.isNeeded() ? current.guard : null;

  /** Runs `act`, which leads to `path`, once the guard allows it. */
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
        // The address has already changed, so it is restored.
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

export const appHistory = createGuardedHistory();
