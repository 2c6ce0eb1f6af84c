import { endpointOf, signedRequests, type Signing } from './signed-requests.ts';

/** Invokes this Lambda asynchronously, by an alias if given, whose retries then hold. Lambda may deliver the event twice. Throws if Lambda does not accept it. */
export function selfInvoker(signing: Signing, alias?: string): (event: object) => Promise<void> {
  const send = signedRequests('lambda', signing);
  return async (event) => {
    const endpoint = await endpointOf('lambda', signing.region);
    const own = process.env['AWS_LAMBDA_FUNCTION_NAME'];
    const name = encodeURIComponent(alias === undefined ? `${own}` : `${own}:${alias}`);
    const { status, body } = await send({
      method: 'POST',
      url: new URL(`/2015-03-31/functions/${name}/invocations`, endpoint),
      headers: { 'x-amz-invocation-type': 'Event' },
      body: JSON.stringify(event),
    });
    if (status >= 300) throw new Error(`Lambda refused an event with ${status}: ${body}`);
  };
}
