/** Returns an error as thrown by the SDK, identified by its name. */
export function awsFailure(name: string, message = name, members: object = {}): Error {
  return Object.assign(new Error(message), { name }, members);
}

/** Returns the error of a cancelled transaction; `codes` are in the order of its writes. */
export const cancelled = (...codes: readonly string[]): Error =>
  awsFailure('TransactionCanceledException', 'Transaction cancelled', {
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
