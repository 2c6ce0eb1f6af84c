/** An account that is being deleted. */
export interface DeletedAccount {
  /** The id of the account and of its channel. */
  readonly id: string;
  /** Whether there is time to begin another part of the work. */
  readonly hasTime: () => boolean;
}

/**
 * Deletes one kind of an account's data. It may run again at any time, even after some of its own writes. Returns true
 * when nothing of that kind is left, false when it ran out of time.
 */
export type DeletionStep = (account: DeletedAccount) => Promise<boolean>;
