import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Credentials } from '#infra/local/aws/credentials.ts';

/** Of the Lambda that is at work. */
const current = new AsyncLocalStorage<Credentials>();

/** Runs what a Lambda does with a key of its own, as in AWS. */
export const withKey = <T>(key: Credentials, run: () => T): T => current.run(key, run);

/** That the SDK asks again for each request. */
const EXPIRED = new Date(0);

interface Client {
  readonly config: {
    credentials: () => Promise<Credentials & { readonly expiration: Date }>;
    /** Before the first request: as given. A Lambda gives none, a stand-in does. */
    readonly endpoint?: unknown;
  };
  send(...given: unknown[]): unknown;
}

/** What all clients of the SDK inherit. */
const everyClient = Object.getPrototypeOf(DynamoDBClient.prototype) as Client;

/**
 * Has each client sign with the key of the Lambda that is at work, or with `own` outside of Lambdas, though this process has
 * only one environment for all of them. Returns a function that ends it.
 */
export function separateKeys(own: Credentials): () => void {
  const { send } = everyClient;
  const known = new WeakSet<Client>();
  everyClient.send = function (this: Client, ...given) {
    if (current.getStore() && !known.has(this) && this.config.endpoint === undefined) {
      known.add(this);
      this.config.credentials = async () => ({ ...(current.getStore() ?? own), expiration: EXPIRED });
    }
    return send.apply(this, given);
  };
  return () => (everyClient.send = send);
}
