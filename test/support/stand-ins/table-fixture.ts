import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { localCredentials, LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { createTable } from '#infra/local/table/create-table.ts';
import { LOCAL_TABLE, startTable, type LocalTable } from '#infra/local/table/table.ts';
import { isOnAws, triedName } from './aws/target.ts';
import { triedRegion } from './aws/on-aws.ts';
import { newFolder } from '../runner/temporary-folder.ts';

/** Returns a client of the database at this address, with the key of a folder. */
export const openDatabase = (endpoint: string, dataDir: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: localCredentials(dataDir) }),
  );

/** The table in the stand-in for DynamoDB, or a separate one in AWS. */
export class TableFixture {
  readonly TableName = triedName(LOCAL_TABLE);
  client!: DynamoDBDocumentClient;
  #standIn: LocalTable | undefined;

  async start(): Promise<void> {
    if (isOnAws) {
      this.client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: triedRegion() }));
      return createTable(this.client, this.TableName);
    }
    const folder = newFolder();
    this.#standIn = await startTable(folder, localCredentials(folder));
    this.client = openDatabase(this.#standIn.endpoint, folder);
  }

  async remove(): Promise<void> {
    if (isOnAws) await this.client.send(new DeleteTableCommand({ TableName: this.TableName }));
    this.client.destroy();
    await this.#standIn?.close();
  }
}
