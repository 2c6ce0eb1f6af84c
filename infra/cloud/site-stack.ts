import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Accounts } from './accounts.ts';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import { Events } from './events.ts';
import { DEFAULT_CAMERA_LIMITS, type CameraLimits } from './functions/camera-limits.ts';
import { HandlerFunctions } from './functions/handler-functions.ts';
import { LiveChannels } from './live-channels.ts';
import { Realtime } from './realtime.ts';
import { Storage } from './storage.ts';
import { Table } from './table.ts';
import { Transcoder } from './transcoder.ts';
import { WebFiles } from './website/web-files.ts';
import { Website, type Domain } from './website/website.ts';

export interface SiteStackProps extends StackProps {
  /** The folder of the built web. @default none: the stack can be synthesised, but refuses to be deployed */
  readonly webDist?: string | undefined;
  /** A domain of our own. @default the name that CloudFront gives */
  readonly domain?: Domain | undefined;
  /** What broadcasts from the camera may take of the account. @default what suits AWS's own quotas */
  readonly camera?: CameraLimits | undefined;
  /** When the stack is made. @default now */
  readonly madeAt?: Date | undefined;
}

/** All of Fanfare. It only wires: each resource says beside itself what it is and what it grants. */
export class SiteStack extends Stack {
  constructor(scope: Construct, id: string, siteProps: SiteStackProps = {}) {
    const { webDist, domain, madeAt, camera = DEFAULT_CAMERA_LIMITS, ...props } = siteProps;
    super(scope, id, {
      description: 'Fanfare: live streams, videos and chat for people who love fans',
      ...props,
    });

    const table = new Table(this, 'Table');
    const accounts = new Accounts(this, 'Accounts');
    const liveChannels = new LiveChannels(this, 'LiveChannels');
    const realtime = new Realtime(this, 'Realtime', { madeAt });
    const storage = new Storage(this, 'Storage');
    const transcoder = new Transcoder(this, 'Transcoder', { storage });
    const website = new Website(this, 'Website', {
      media: storage.media,
      recordings: liveChannels.recordings,
      domain,
      connect: [realtime.socketOrigin, `https://${storage.uploads.bucketRegionalDomainName}`],
    });
    const functions = new HandlerFunctions(this, 'Functions', {
      table,
      accounts,
      liveChannels,
      realtime,
      storage,
      transcoder,
      website,
      camera,
    }).byName;

    const { api } = new Api(this, 'Api', { handlers: functions });
    website.addApi(api);
    const { deadLetters } = new Events(this, 'Events', {
      handler: functions.events,
      uploadsBucket: storage.uploads.bucketName,
    });
    const { topic } = new Alarms(this, 'Alarms', {
      api,
      functions,
      deadLetters,
      transcoderQueueArn: transcoder.queueArn,
    });

    new WebFiles(this, 'WebFiles', { bucket: website.bucket, dist: webDist });

    new CfnOutput(this, 'SiteUrl', { value: website.url });
    new CfnOutput(this, 'TableName', { value: table.table.tableName });
    new CfnOutput(this, 'UserPoolId', { value: accounts.pool.userPoolId });
    new CfnOutput(this, 'RecordingsBucket', { value: liveChannels.recordings.bucketName });
    new CfnOutput(this, 'DeadLettersUrl', { value: deadLetters.queueUrl });
    new CfnOutput(this, 'RealtimeApiId', { value: realtime.api.attrApiId });
    new CfnOutput(this, 'AlarmTopicArn', { value: topic.topicArn });
  }
}
