import { authorize, type Authorized } from '#functions/base/authorized.ts';

/** A thing as its owner's request brings it, for tests that call what comes after the check. */
export const owned = <T>(thing: T): Authorized<T> => authorize('owner', 'owner', thing, 'other');
