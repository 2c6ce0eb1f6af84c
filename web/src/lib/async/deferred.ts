/** As `Promise.withResolvers`, which came to Chrome 119 and Safari 17.4. */
export function createDeferred<T = void>() {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<T>((fulfil, fail) => {
    [resolve, reject] = [fulfil, fail];
  });
  return { promise, resolve, reject };
}
