/** When somebody may write in a chat again: one feature knows it, another shows it; a page puts them together. */
export interface Turn {
  /** In ms since 1970; what is past: now. */
  readonly nextMs: number;
  /** A message was written or refused. */
  readonly onSettled: () => void;
}
