import { endpointOf, signedRequests, type Signing } from './signed-requests.ts';

/**
 * Sends messages of a form `T` to a queue without the SDK's client, which would slow the Lambda's start. Throws if SQS refuses one.
 * Source: Amazon SQS API Reference, "SendMessage", AWS JSON protocol.
 */
export function queueOf<T extends object>({ queueUrl, ...signing }: Signing & { readonly queueUrl: string }) {
  const ask = signedRequests('sqs', signing);
  return {
    send: async (message: T, DelaySeconds = 0): Promise<void> => {
      const { status, body } = await ask({
        method: 'POST',
        url: new URL(await endpointOf('sqs', signing.region)),
        headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.SendMessage' },
        body: JSON.stringify({ QueueUrl: queueUrl, MessageBody: JSON.stringify(message), DelaySeconds }),
      });
      if (status !== 200) throw new Error(`SQS answered ${status}: ${body}`);
    },
  };
}
