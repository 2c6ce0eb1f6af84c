export interface AccountOfStep {
  readonly id: string;
  /** Whether another part of the work may begin. */
  readonly hasTime: () => boolean;
}

/** Deletes one kind of data; may be repeated at any time. False when time ran out. */
export type AccountStep = (account: AccountOfStep) => Promise<boolean>;

/** A step that always completes in one call. */
export const inOneCall =
  (work: (id: string) => Promise<void>): AccountStep =>
  async ({ id }) => {
    await work(id);
    return true;
  };
