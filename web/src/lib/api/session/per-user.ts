/** What a tab has of its signed-in person, apart from the pages that show it. */
import { readSession, readToken, subscribeToSession } from './session.ts';

export interface PerUser<T> {
  /** `token` answers what the user was signed in with last, after the logout too. */
  readonly create: (userId: string, token: () => string | null) => T;
  /** The user has logged out, or somebody else has signed in. Called once. */
  readonly dispose: (instance: T) => void;
}

/** Answers the instance of a user: the same one until somebody else signs in. */
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
