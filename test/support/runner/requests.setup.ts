/**
 * Runs before each file whose tests speak to AWS or to its stand-ins. What the SDK is about to send is compared with its own
 * schemas, which know the newest members, and what the stand-ins of this process accept and answer with AWS's models, which
 * know the values.
 */
import { HttpBindingProtocol, RpcProtocol } from '@smithy/core/protocols';
import { afterEach } from 'vitest';
import { watchExchanges } from '../aws-models/watch-exchanges.ts';
import { oncePerWorker } from '../once-per-worker.ts';
import { requestFaults, type Operation } from './request-faults.ts';
import { noteFaults, takeFaults } from './seen-faults.ts';

type Serialize = (operation: Operation, input: unknown, context: unknown) => Promise<unknown>;
interface Protocol {
  serializeRequest: Serialize & { readonly original?: Serialize };
}

for (const { prototype } of [HttpBindingProtocol, RpcProtocol] as unknown as { prototype: Protocol }[]) {
  const { serializeRequest } = prototype;
  // Files share their workers, and what is of node_modules with them.
  const original = serializeRequest.original ?? serializeRequest;
  const checked: Serialize = function (this: unknown, operation, input, context) {
    noteFaults(requestFaults(operation, input));
    return original.call(this, operation, input, context);
  };
  prototype.serializeRequest = Object.assign(checked, { original });
}

oncePerWorker('watch exchanges', () => watchExchanges(noteFaults));

afterEach(() => {
  const faults = takeFaults();
  if (faults.length > 0)
    throw new Error(`AWS’s models have no such requests or answers:\n${[...new Set(faults)].join('\n')}`);
});
