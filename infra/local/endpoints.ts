import { join } from 'node:path';
import { LOCAL_REGION } from './aws/credentials.ts';
import type { StandIns } from './stand-ins.ts';

/** Contents of `DATA_DIR/endpoints.json`: the address of each stand-in, for the AWS CLI and SDKs. */
export interface Endpoints {
  readonly site: string;
  readonly rtmp: string;
  readonly region: string;
  /** The file for `AWS_SHARED_CREDENTIALS_FILE`. */
  readonly credentials_file: string;
  readonly table_name: string;
  readonly user_pool_id: string;
  readonly user_pool_client_id: string;
  readonly dynamodb: string;
  readonly cognito_idp: string;
  readonly sesv2: string;
  readonly sqs: string;
  readonly lambda: string;
  readonly ivs: string;
  /** The endpoint for IVS's metrics. */
  readonly cloudwatch: string;
  readonly s3: string;
  readonly mediaconvert: string;
  /** AppSync Events: `POST` publishes; WebSockets connect to `/realtime` below it. */
  readonly realtime: string;
}

export const endpointsOf = (
  site: string,
  dataDir: string,
  host: string,
  { table, accounts, functions, liveChannels, mail, metrics, queue, storage, realtime, transcoder }: StandIns,
): Endpoints => ({
  site,
  rtmp: `rtmp://${host}:${liveChannels.rtmpPort}/app/`,
  region: LOCAL_REGION,
  credentials_file: join(dataDir, 'credentials'),
  table_name: table.tableName,
  user_pool_id: accounts.userPoolId,
  user_pool_client_id: accounts.userPoolClientId,
  dynamodb: table.endpoint,
  cognito_idp: accounts.endpoint,
  sesv2: mail.endpoint,
  sqs: queue.endpoint,
  lambda: functions.endpoint,
  ivs: liveChannels.endpoint,
  cloudwatch: metrics.endpoint,
  s3: storage.endpoint,
  mediaconvert: transcoder.endpoint,
  realtime: realtime.httpUrl,
});
