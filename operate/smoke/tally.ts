/** Prints one line with the result of each step. */
export class Tally {
  readonly #say: (words: string) => void;
  #failures = 0;

  constructor(say: (words: string) => void) {
    this.#say = say;
  }

  get failures(): number {
    return this.#failures;
  }

  /** Runs a step, and prints its duration and result. On failure, prints the reason and returns `undefined`. */
  async count<T extends { readonly found: string }>(name: string, step: () => Promise<T>): Promise<T | null> {
    const startedMs = performance.now();
    const line = (word: string, words: string): string => {
      const took = `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
      return `${word.padEnd(4)}  ${name.padEnd(8)}  ${took.padStart(7)}  ${words}`;
    };
    try {
      const answer = await step();
      this.#say(line('ok', answer.found));
      return answer;
    } catch (error) {
      this.#failures += 1;
      this.#say(line('FAIL', error instanceof Error ? error.message : String(error)));
      return null;
    }
  }
}
