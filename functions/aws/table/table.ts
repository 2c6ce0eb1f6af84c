import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { ChannelChange } from '../../base/channel-change.ts';
import { clientSettings } from '../client-settings.ts';

export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
  /** Publishes a changed channel to open pages; never throws. `null` in a Lambda that changes no channel. */
  readonly onChannelChange: ((change: ChannelChange) => Promise<void>) | null;
}

/** Of the table or an index. */
export type Key = Readonly<Record<string, string>>;

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One client per Lambda, so that connections are reused. */
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
