/** State of the signed-in user per tab, outside of its pages. */
import { readSession, readToken, subscribeToSession } from './session.ts';

interface PerUser<T> {
  /** `token` returns the user's last token, even after the logout. */
  readonly create: (userId: string, token: () => string | null) => T;
  /** Called once after a log-out or a change of user. */
  readonly dispose: (instance: T) => void;
}

/** Returns the user's instance until another user signs in. */
export function onePerUser<T>({ create, dispose }: PerUser<T>): (userId: string) => T {
  let current: { readonly userId: string; readonly instance: T } | null = null;

  return (userId) => {
    if (current?.userId === userId) return current.instance;
    let token = readToken();
    const instance = create(userId, () => token);
    const mine = { userId, instance };
    const unsubscribe = subscribeToSession(() => {
      if (readSession()?.user.id === userId) {
        token = readToken();
        return;
      }
      unsubscribe();
      if (current === mine) current = null;
      dispose(instance);
    });
    current = mine;
    return instance;
  };
}
