import { IvsClient } from '@aws-sdk/client-ivs';
import { openTable } from './aws/table.ts';
import { channelsRepository } from './channels/channels.repository.ts';
import { readEnvironment } from './environment.ts';
import { httpHandler } from './http/lambda.ts';
import { leasesRepository } from './streaming/leases.repository.ts';
import { ivsIngest } from './streaming/streaming.ivs.ts';
import { streamingApp } from './streaming/streaming.routes.ts';
import { streamingRepository } from './streaming/streaming.repository.ts';

const environment = readEnvironment('publishing');
const table = openTable(environment.TABLE_NAME);
let ivs: IvsClient | undefined;

export const handler = httpHandler<'publishing'>(environment, {
  streaming: streamingApp({
    streams: streamingRepository(table),
    leases: leasesRepository(table),
    channels: channelsRepository(table),
    ingest: ivsIngest({
      client: () => (ivs ??= new IvsClient()),
      rtmpUrlTemplate: environment.RTMP_URL_TEMPLATE,
      recordingConfigurationArn: environment.RECORDING_CONFIGURATION_ARN,
    }),
    clock: Date.now,
  }),
});
