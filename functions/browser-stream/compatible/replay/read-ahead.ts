/** So many chunks are on their way at once. */
const AHEAD = 8;

/** Reads chunks that will be asked for in order before they are: one after the other, hours of recording would take too long. */
export function readAhead(
  there: ReadonlySet<number>,
  read: (seq: number) => Promise<Uint8Array>,
): (seq: number) => Promise<Uint8Array> {
  const begun = new Map<number, Promise<Uint8Array>>();
  const begin = (seq: number): Promise<Uint8Array> => {
    const reading = begun.get(seq) ?? read(seq);
    // Whoever asks for it hears of its failure.
    reading.catch(() => undefined);
    begun.set(seq, reading);
    return reading;
  };
  return (seq) => {
    for (const behind of begun.keys()) if (behind < seq - 1) begun.delete(behind);
    for (let next = seq + 1; next <= seq + AHEAD; next += 1) if (there.has(next)) begin(next);
    return begin(seq);
  };
}
