/** From the first key inclusive to the second exclusive. */
export type Range = readonly [from: string, before: string];

/** Keys of a partition in order. */
export class SortedKeys {
  readonly #keys: string[] = [];

  add(key: string): void {
    const at = this.#position(key);
    if (this.#keys[at] !== key) this.#keys.splice(at, 0, key);
  }

  delete(key: string): void {
    const at = this.#position(key);
    if (this.#keys[at] === key) this.#keys.splice(at, 1);
  }

  *within([from, before]: Range, isForward: boolean): Generator<string> {
    const [first, last] = [this.#position(from), this.#position(before) - 1];
    if (isForward) for (let at = first; at <= last; at += 1) yield this.#keys[at]!;
    else for (let at = last; at >= first; at -= 1) yield this.#keys[at]!;
  }

  /** Returns the index of the first key that is not before this one. */
  #position(key: string): number {
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
