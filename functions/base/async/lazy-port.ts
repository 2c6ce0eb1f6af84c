import { once } from './once.ts';

/** All calls are asynchronous. */
type Port<P> = { readonly [Call in keyof P]: (...input: never[]) => Promise<unknown> };

/** The first call loads the adapter, for services whose clients would slow every start. */
export function lazyPort<P extends Port<P>>(load: () => Promise<P>): P {
  const adapter = once(load);
  const get = (_: P, call: string | symbol) => {
    // `await port` reads `then`, but a port is no promise.
    if (call === 'then') return undefined;
    return async (...input: never[]) => (await adapter())[call as keyof P](...input);
  };
  return new Proxy({} as P, { get });
}
