export interface DeletedAccount {
  /** Of the account and its channel. */
  readonly id: string;
  /** Whether another part of the work may begin. */
  readonly hasTime: () => boolean;
}

/**
 * Deletes one kind of data. May be repeated at any time, even after a partial run. Returns true when nothing of that
 * kind is left, false when time ran out.
 */
export type DeletionStep = (account: DeletedAccount) => Promise<boolean>;
