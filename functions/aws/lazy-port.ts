/** Calls that are all answered later. */
type Port<P> = { readonly [Call in keyof P]: (...input: never[]) => Promise<unknown> };

/**
 * A port whose adapter is loaded by the first call: for services that most first requests do without, whose clients
 * would make every start of a Lambda longer. A call fails when the adapter cannot be loaded.
 */
export function lazyPort<P extends Port<P>>(load: () => Promise<P>): P {
  let adapter: Promise<P> | undefined;
  const get = (_: P, call: string | symbol) => {
    // Whoever awaits the port itself asks for this.
    if (call === 'then') return undefined;
    return async (...input: never[]) => (await (adapter ??= load()))[call as keyof P](...input);
  };
  return new Proxy({} as P, { get });
}
