import { once } from './once.ts';

/** All calls are asynchronous. */
type Port<P> = { readonly [Call in keyof P]: (...input: never[]) => Promise<unknown> };

/**
 * A port whose adapter is loaded by the first call: for services that few first requests need and whose clients would
 * slow every start. A call fails when the adapter cannot be loaded.
 */
export function lazyPort<P extends Port<P>>(load: () => Promise<P>): P {
  const adapter = once(load);
  const get = (_: P, call: string | symbol) => {
    // `await port` reads `then`, but a port is no promise.
    if (call === 'then') return undefined;
    return async (...input: never[]) => (await adapter())[call as keyof P](...input);
  };
  return new Proxy({} as P, { get });
}
