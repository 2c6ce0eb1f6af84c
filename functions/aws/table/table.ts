import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { ChannelChange } from '../../base/channel-change.ts';
import { clientSettings } from '../client-settings.ts';

/** The one table: the client with the name that every command needs. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
  /**
   * Publishes a channel that has changed, once that is written, to open pages; the writer waits for it. It never throws.
   * `null` in a Lambda that changes no channel.
   */
  readonly onChannelChange: ((change: ChannelChange) => Promise<void>) | null;
}

/** Of an item of the table, or of an index. */
export type Key = Readonly<Record<string, string>>;

/** One of the writes of a transaction. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Opens the table; one client a Lambda, so that connections are kept. */
export function openTable(name: string): Table {
  const dynamoDb = new DynamoDBClient({
    ...clientSettings,
    accountIdEndpointMode: 'preferred',
    endpointDiscoveryEnabledProvider: async () => undefined,
  });
  const client = DynamoDBDocumentClient.from(dynamoDb, {
    marshallOptions: { removeUndefinedValues: true },
  });
  return { client, TableName: name, onChannelChange: null };
}
