/** Somebody whose account is being deleted, and how far a step of that may go now. */
export interface Leaver {
  /** Of the channel and its person. */
  readonly id: string;
  /** Whether another piece may be begun. */
  readonly hasTime: () => boolean;
}

/**
 * Takes away one kind of what a person has left. May be asked again at any time, after any of its own writes. True when
 * nothing of the kind is left; false where there was not time enough.
 */
export type LeavingStep = (leaver: Leaver) => Promise<boolean>;
