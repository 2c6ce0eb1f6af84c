import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Credentials } from '../../../infra/local/aws/credentials.ts';

/** Of the Lambda that is at work. */
const current = new AsyncLocalStorage<Credentials>();

/** Runs what a Lambda does with a key of its own, as in AWS. */
export const withKey = <T>(key: Credentials, run: () => T): T => current.run(key, run);

/**
 * Has each client of the table sign with the key of the Lambda that opens it, though this process has only one
 * environment for all of them. Answers how to end that.
 */
export function separateKeys(): () => void {
  const { from } = DynamoDBDocumentClient;
  DynamoDBDocumentClient.from = (client, settings) => {
    const key = current.getStore();
    if (key) client.config.credentials = async () => key;
    return from.call(DynamoDBDocumentClient, client, settings);
  };
  return () => (DynamoDBDocumentClient.from = from);
}
