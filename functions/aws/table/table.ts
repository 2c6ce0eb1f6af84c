import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { StandardRetryStrategy } from '@smithy/core/retry';
import { DynamoDBDocumentClient, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { ChannelChange } from '#functions/base/channel-change.ts';
import { clientSettings, type Classify } from '../client-settings.ts';
import { isTemporaryRefusal } from '../retry.ts';

export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
  /** Publishes a changed channel to open pages; never throws. `null` in a Lambda that changes no channel. */
  readonly onChannelChange: ((change: ChannelChange) => Promise<void>) | null;
}

/** Of the table or an index. */
export type Key = Readonly<Record<string, string>>;

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/**
 * The SDK knows neither the reasons of a cancelled transaction nor the conflict of a single write. Such writes have changed
 * nothing, and are sent again with the same token.
 */
const classifyRefusal: Classify = ({ error, errorType }) =>
  isTemporaryRefusal(error) ? 'THROTTLING' : errorType;

/** One client per Lambda, so that connections are reused. */
export function openTable(name: string): Table {
  return { client: documentClient(), TableName: name, onChannelChange: null };
}

/** The same table, by the same connections; each request is sent once. */
export function withoutRetries(table: Table): Table {
  const { region, credentials, requestHandler } = table.client.config;
  const retryStrategy = new StandardRetryStrategy(1);
  return { ...table, client: documentClient({ region, credentials, requestHandler, retryStrategy }) };
}

function documentClient(settings: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const dynamoDb = new DynamoDBClient({
    ...clientSettings('dynamodb', classifyRefusal),
    accountIdEndpointMode: 'preferred',
    endpointDiscoveryEnabledProvider: async () => undefined,
    ...settings,
  });
  return DynamoDBDocumentClient.from(dynamoDb, { marshallOptions: { removeUndefinedValues: true } });
}
