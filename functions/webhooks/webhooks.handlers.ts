import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { logFailure } from '#functions/log/log.ts';
import { sendWaiting } from './sending/send.service.ts';
import type { SenderDeps, Wake } from './sending/sending.ts';

export async function onWakes(deps: SenderDeps, { Records }: SQSEvent): Promise<SQSBatchResponse> {
  const failed = await Promise.all(
    Records.map(async ({ body, messageId }) => {
      try {
        await sendWaiting(deps, JSON.parse(body) as Wake);
        return [];
      } catch (error) {
        logFailure('webhooks.send', error);
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
}
