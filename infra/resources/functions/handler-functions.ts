import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Environment } from '../../../functions/environment.ts';
import type { LambdaName } from '../../../functions/lambdas.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { LiveChannels } from '../live-channels/live-channels.ts';
import type { Table } from '../table/table.ts';
import { HandlerFunction } from './handler-function.ts';

export interface HandlerFunctionsProps {
  readonly table: Table;
  readonly accounts: Accounts;
  readonly liveChannels: LiveChannels;
}

/** The four Lambdas, each with the variables it reads and the grants it needs. */
export class HandlerFunctions extends Construct {
  readonly byName: { readonly [N in LambdaName]: HandlerFunction<N> };

  constructor(scope: Construct, id: string, { table, accounts, liveChannels }: HandlerFunctionsProps) {
    super(scope, id);
    const TABLE_NAME = table.table.tableName;
    const tokens = {
      USER_POOL_CLIENT_ID: accounts.client.userPoolClientId,
      TOKEN_ISSUER: accounts.tokenIssuer,
      TOKEN_KEYS_URL: accounts.tokenKeysUrl,
    };
    const ingest = {
      RTMP_URL_TEMPLATE: liveChannels.rtmpUrlTemplate,
      RECORDING_CONFIGURATION_ARN: liveChannels.recordingConfigurationArn,
    };
    const USER_POOL_ID = accounts.pool.userPoolId;
    // API Gateway gives up after 30 s; each gives up earlier, so that its log tells why.
    this.byName = {
      api: this.create('api', 10, { TABLE_NAME, ...tokens }),
      accounts: this.create('accounts', 15, { TABLE_NAME, USER_POOL_ID, ...tokens }),
      publishing: this.create('publishing', 25, { TABLE_NAME, ...ingest, ...tokens }),
      events: this.create('events', 60, { TABLE_NAME }),
    };
    for (const { role } of Object.values(this.byName)) table.grantItems(role);
    accounts.grantAdministration(this.byName.accounts.role);
    liveChannels.grantPublishing(this.byName.publishing.role);
    liveChannels.grantReconciling(this.byName.events.role);
  }

  private create<N extends LambdaName>(name: N, timeoutS: number, environment: Environment<N>) {
    return new HandlerFunction(this, name, { name, environment, timeout: Duration.seconds(timeoutS) });
  }
}
