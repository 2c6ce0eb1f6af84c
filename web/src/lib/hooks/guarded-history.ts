/**
 * The router's history with a navigation guard for links, `navigate` and Back. The router's own `useBlocker` needs a
 * data router, which costs 17 kB of first load.
 */
import { NavigationType, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';

interface LeaveGuard {
  /** Whether it holds Back alone, and not links. @default all */
  readonly isForBack?: boolean;
  /** Called on navigation. */
  readonly isNeeded: () => boolean;
  readonly onBlocked: (leave: () => void) => void;
}

type History = ReturnType<typeof createBrowserHistory>;

function createGuardedHistory() {
  const history = createBrowserHistory({ v5Compat: true });
  const { push, replace, listen } = history;
  /** The innermost is the last one: a dialog's comes after its page's. */
  const guards: { readonly guard: LeaveGuard; readonly pathname: string }[] = [];
  /** The next navigation was allowed. */
  let isAllowed = false;
  /** Restores the address after a blocked one: the steps away from it, and those of presses meanwhile, which follow. */
  let returning: { readonly blocked: number; away: number; pressed: number } | null = null;

  /** Whether a navigation is a part of the return. A second press may come before its end. */
  const isReturn = (delta: number | null): boolean => {
    if (!returning || !delta) return false;
    returning.away += delta;
    const { blocked, away, pressed } = returning;
    if (away === 0) {
      returning = null;
      if (pressed !== 0) history.go(pressed);
    } else if (Math.sign(delta) === Math.sign(blocked)) returning.pressed += delta;
    else history.go(-away);
    return true;
  };

  const blockerOf = (pathname: string, isBack: boolean): LeaveGuard | undefined =>
    guards.findLast(
      (one) => one.pathname !== pathname && (isBack || !one.guard.isForBack) && one.guard.isNeeded(),
    )?.guard;

  /** Runs `act`, which leads to `path`, once the guard allows it. */
  const leaveFor = (path: string, act: () => void) => {
    const blocker = blockerOf(path, false);
    if (blocker) blocker.onBlocked(act);
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
        if (isReturn(delta)) return;
        const isBlockable = action === NavigationType.Pop && !isAllowed;
        isAllowed = false;
        const blocker = isBlockable && blockerOf(location.pathname, true);
        if (!blocker || !delta) return notify(update);
        // The address has already changed, so it is restored.
        returning = { blocked: delta, away: delta, pressed: 0 };
        history.go(-delta);
        blocker.onBlocked(() => {
          isAllowed = true;
          history.go(delta);
        });
      }),
    guard: (guard: LeaveGuard) => {
      const mine = { guard, pathname: history.location.pathname };
      guards.push(mine);
      return () => void guards.splice(guards.indexOf(mine), 1);
    },
  });
}

export const appHistory = createGuardedHistory();
