/** The lines that handlers log while a test runs; the terminal is kept clean of them. */
export interface LogCapture {
  readonly lines: readonly string[];
  /** Every line as its JSON. */
  entries(): Record<string, unknown>[];
  clear(): void;
  stop(): void;
}

/** Takes JSON lines out of this process's standard output until `stop()`; everything else goes through. */
export function captureLog(): LogCapture {
  const lines: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((text: string | Uint8Array, ...rest: never[]) => {
    const line = String(text);
    if (!line.startsWith('{"level"')) return write(text, ...rest);
    lines.push(line);
    return true;
  }) as typeof process.stdout.write;
  return {
    lines,
    entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    clear: () => void lines.splice(0),
    stop: () => {
      process.stdout.write = write;
    },
  };
}

/** Why items of a queue failed while `work` ran, by its log, which counts them. */
export async function failuresOfItems(work: () => Promise<unknown>): Promise<unknown[]> {
  const log = captureLog();
  try {
    await work();
  } finally {
    log.stop();
  }
  const entries = log.entries();
  const failures = entries.filter((_, at) => entries[at + 1]?.['FailedItems'] === 1);
  return failures.map(({ error }) => (error as Error).message);
}
