import { randomUUID } from 'node:crypto';
import { BroadcastChannel } from 'node:worker_threads';
import type { Count, CountedParameters } from './counted.lambda.ts';
import { createCounter, type Counter } from './tally.ts';

/** Counts what Lambdas do in their own threads. */
export interface LambdaCounter extends Counter {
  /** The entry of a Lambda that counts what the handler at this address does. */
  entryOf(handler: string, settings?: Partial<Pick<CountedParameters, 'window' | 'tableDelayMs'>>): string;
  close(): void;
}

export function createLambdaCounter(): LambdaCounter {
  const counter = createCounter();
  const name = randomUUID();
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', (event) => {
    const { name, amount } = (event as MessageEvent<Count>).data;
    counter.add(name, amount);
  });
  return {
    ...counter,
    entryOf: (handler, settings) => {
      const parameters: CountedParameters = {
        handler,
        channel: name,
        window: '',
        tableDelayMs: '0',
        ...settings,
      };
      return new URL(`./counted.lambda.ts?${new URLSearchParams({ ...parameters })}`, import.meta.url).href;
    },
    close: () => channel.close(),
  };
}
