/** A failure as the SDK throws it, identified by its name alone. */
export function awsFailure(name: string, message = name, members: object = {}): Error {
  return Object.assign(new Error(message), { name }, members);
}

/** A transaction that AWS refused; `codes` in the order of its writes. */
export const cancelled = (...codes: readonly string[]): Error =>
  awsFailure('TransactionCanceledException', 'Transaction cancelled', {
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
