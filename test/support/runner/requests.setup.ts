/**
 * Runs before each file whose tests speak to AWS or to its stand-ins: what the SDK is about to send is compared with AWS's
 * model of the operation. Requests of Lambdas in threads of their own are not seen here.
 */
import { HttpBindingProtocol, RpcProtocol } from '@smithy/core/protocols';
import { afterEach } from 'vitest';
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

afterEach(() => {
  const faults = takeFaults();
  if (faults.length > 0)
    throw new Error(`The SDK was given requests that AWS’s models do not have:\n${faults.join('\n')}`);
});
