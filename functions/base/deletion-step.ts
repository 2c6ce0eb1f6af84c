export interface DeletedAccount {
  readonly id: string;
  /** Whether another part of the work may begin. */
  readonly hasTime: () => boolean;
}

/** Deletes one kind of data; may be repeated at any time. False when time ran out. */
export type DeletionStep = (account: DeletedAccount) => Promise<boolean>;
