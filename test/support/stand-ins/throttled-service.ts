import { awsFailure } from './aws-failure.ts';

type Handler = (...input: never[]) => Promise<unknown>;

interface Middlewares {
  readonly middlewareStack: {
    add(
      middleware: (next: Handler) => Handler,
      place: { readonly step: 'deserialize'; readonly priority: 'high'; readonly name: string },
    ): void;
    remove(name: string): boolean;
  };
}

const NAME = 'throttledService';

/**
 * A service that fails with `failure`, or an exception of this name, a number of times, then succeeds. It intercepts
 * below the SDK's retries, like the network.
 */
export class ThrottledService implements Disposable {
  calls = 0;
  readonly #client: Middlewares;

  constructor(
    client: object,
    failure: string | Error,
    { throttles, answer }: { readonly throttles: number; readonly answer: object },
  ) {
    this.#client = client as Middlewares;
    const refuseOrAnswer = () => async () => {
      this.calls += 1;
      if (this.calls <= throttles)
        throw typeof failure === 'string' ? awsFailure(failure, failure, { $metadata: {} }) : failure;
      return { response: {}, output: { ...answer, $metadata: {} } };
    };
    this.#client.middlewareStack.add(refuseOrAnswer, { step: 'deserialize', priority: 'high', name: NAME });
  }

  [Symbol.dispose](): void {
    this.#client.middlewareStack.remove(NAME);
  }
}
