/**
 * Simulated time: `Date.now`, `setTimeout` and `clearTimeout` are replaced, and the clock jumps to the next timer when
 * nothing else is left to do.
 */
interface Timer {
  readonly atMs: number;
  readonly id: number;
  readonly run: () => void;
}

/** How many real milliseconds it waits for what is not simulated: the loading of modules. */
const MAX_IDLE = 5000;

/** A heap of timers, the earliest at the root. */
class TimerHeap {
  readonly #timers: Timer[] = [];

  push(timer: Timer): void {
    const timers = this.#timers;
    let at = timers.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isEarlier(timers[parent]!, timers[at]!)) break;
      [timers[parent], timers[at]] = [timers[at]!, timers[parent]!];
      at = parent;
    }
  }

  peek(): Timer | undefined {
    return this.#timers[0];
  }

  pop(): Timer | undefined {
    const timers = this.#timers;
    const [first] = timers;
    const last = timers.pop();
    if (!first || !last || first === last) return first;
    timers[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (timers[left] && isEarlier(timers[left], timers[least]!)) least = left;
      if (timers[right] && isEarlier(timers[right], timers[least]!)) least = right;
      if (least === at) return first;
      [timers[least], timers[at]] = [timers[at]!, timers[least]!];
      at = least;
    }
  }
}

const isEarlier = (one: Timer, other: Timer): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.id < other.id);

class SimulatedClock {
  nowMs: number;
  readonly #timers = new TimerHeap();
  readonly #ended = new Set<number>();
  #lastId = 0;

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  set = (run: (...values: unknown[]) => void, delayMs = 0, ...values: unknown[]) => {
    this.#lastId += 1;
    const id = this.#lastId;
    const atMs = this.nowMs + Math.max(1, Math.ceil(delayMs));
    this.#timers.push({ atMs, id, run: () => run(...values) });
    return handleOf(id);
  };

  clear = (handle: unknown): void => void this.#ended.add(Number(handle));

  /** Jumps to the next timers and runs them. Returns false if there are none. */
  advance(): boolean {
    const next = this.#timers.peek();
    if (!next) return false;
    this.nowMs = next.atMs;
    while (this.#timers.peek()?.atMs === this.nowMs) {
      const { id, run } = this.#timers.pop()!;
      if (!this.#ended.delete(id)) run();
    }
    return true;
  }
}

/** Runs `work` in simulated time, starting at `startMs`. Fails if it waits for something other than a timer. */
export async function inSimulatedTime<T>(startMs: number, work: () => Promise<T>): Promise<T> {
  const clock = new SimulatedClock(startMs);
  const { now } = Date;
  const { setTimeout, clearTimeout } = globalThis;
  Date.now = () => clock.nowMs;
  Object.assign(globalThis, { setTimeout: clock.set, clearTimeout: clock.clear });
  try {
    const state = { isDone: false };
    const outcome = work().finally(() => (state.isDone = true));
    outcome.catch(() => {});
    for (let idle = 0; !state.isDone && idle < MAX_IDLE;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (state.isDone || clock.advance()) idle = 0;
      else {
        idle += 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
    if (!state.isDone) throw new Error('The simulation waits for something that no timer brings');
    return await outcome;
  } finally {
    Date.now = now;
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
}

/** The methods of Node's timers that libraries use. */
const handleOf = (id: number) => ({
  ref: () => {},
  unref: () => {},
  hasRef: () => true,
  [Symbol.toPrimitive]: () => id,
});
