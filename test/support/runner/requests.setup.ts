/**
 * Runs before each file whose tests call AWS or its stand-ins. Requests of the SDK are compared with its own schemas,
 * which include the newest members; requests and responses of this process's stand-ins are compared with AWS's models,
 * which include the values.
 */
import { HttpBindingProtocol, RpcProtocol } from '@smithy/core/protocols';
import { afterEach } from 'vitest';
import { watchExchanges } from '../aws-models/watch-exchanges.ts';
import { oncePerWorker } from '../once-per-worker.ts';
import { requestFaults, type Operation } from './request-faults.ts';
import { recordFaults, takeFaults } from './seen-faults.ts';

type Serialize = (operation: Operation, input: unknown, context: unknown) => Promise<unknown>;
interface Protocol {
  serializeRequest: Serialize & { readonly original?: Serialize };
}

for (const { prototype } of [HttpBindingProtocol, RpcProtocol] as unknown as { prototype: Protocol }[]) {
  const { serializeRequest } = prototype;
  // Files share their workers and node_modules.
  const original = serializeRequest.original ?? serializeRequest;
  const checked: Serialize = function (this: unknown, operation, input, context) {
    recordFaults(requestFaults(operation, input));
    return original.call(this, operation, input, context);
  };
  prototype.serializeRequest = Object.assign(checked, { original });
}

oncePerWorker('watch exchanges', () => watchExchanges(recordFaults));

afterEach(() => {
  const faults = takeFaults();
  if (faults.length > 0)
    throw new Error(`Requests or responses do not match AWS’s models:\n${[...new Set(faults)].join('\n')}`);
});
