import { IvsClient } from '@aws-sdk/client-ivs';
import { S3Client } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { openTable } from './aws/table.ts';
import { channelsRepository } from './channels/channels.repository.ts';
import { detailsRepository } from './channels/details.repository.ts';
import { readEnvironment } from './environment.ts';
import { httpHandler } from './http/lambda.ts';
import { picturesApp } from './pictures/pictures.routes.ts';
import { pictureStorage } from './pictures/pictures.s3.ts';
import { leasesRepository } from './streaming/leases.repository.ts';
import { statusApp } from './streaming/status.routes.ts';
import { ivsIngest } from './streaming/streaming.ivs.ts';
import { streamingApp } from './streaming/streaming.routes.ts';
import { streamingRepository } from './streaming/streaming.repository.ts';

const environment = readEnvironment('publishing');
const table = openTable(environment.TABLE_NAME);
let ivs: IvsClient | undefined;
let s3: S3Client | undefined;

const channels = channelsRepository(table);
const ports = {
  streams: streamingRepository(table),
  leases: leasesRepository(table),
  channels: { findById: channels.findCurrent },
  ingest: ivsIngest({
    client: () => (ivs ??= new IvsClient()),
    rtmpUrlTemplate: environment.RTMP_URL_TEMPLATE,
    recordingConfigurationArn: environment.RECORDING_CONFIGURATION_ARN,
  }),
  clock: Date.now,
};

export const handler = httpHandler<'publishing'>(environment, {
  streaming: streamingApp(ports),
  pictures: picturesApp({
    pictures: pictureStorage({
      client: () => (s3 ??= new S3Client()),
      uploadsBucket: environment.UPLOADS_BUCKET,
      mediaBucket: environment.MEDIA_BUCKET,
    }),
    newId: () => ulid(),
  }),
  'PATCH /streamers/status': statusApp({ ...ports, details: detailsRepository(table) }),
});
