import { Duration, Stack, type CfnElement } from 'aws-cdk-lib';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import { CfnPlaybackRestrictionPolicy, CfnRecordingConfiguration } from 'aws-cdk-lib/aws-ivs';
import { StorageClass, type Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { THUMBNAIL_INTERVAL_S } from '#shared/plain/live/live-pictures.ts';
import { acknowledge, arnOfEvery } from './parts/acknowledge.ts';
import { isNotOfOthers, isOwn, makesOwn } from './parts/own-tags.ts';
import { createPrivateBucket, sendEventsToEventBridge } from './parts/private-bucket.ts';
import type { Stage } from './stage/stage.ts';

/**
 * Roles' actions on IVS. Associating a recording configuration with a channel needs no grant. Source: Service
 * Authorization Reference, "Amazon Interactive Video Service".
 */
interface Actions {
  /** Actions that create resources with tags, for which IVS also requires TagResource. */
  readonly make?: readonly string[];
  /** Actions on channels. */
  readonly channels: readonly string[];
  /** Actions on stream keys, including those above if IVS authorises both. */
  readonly keys: readonly string[];
  /** Actions that list all channels of the account, which neither tags nor names can restrict. */
  readonly lists?: readonly string[];
}

/** For Create Stream and Stop Stream, and measurements of a stream. */
const PUBLISHING: Actions = {
  make: ['ivs:CreateChannel', 'ivs:CreateStreamKey', 'ivs:TagResource'],
  channels: [
    'ivs:GetChannel',
    'ivs:GetStreamSession',
    'ivs:ListStreamKeys',
    'ivs:StartViewerSessionRevocation',
    'ivs:StopStream',
    'ivs:UpdateChannel',
  ],
  keys: ['ivs:DeleteStreamKey', 'ivs:ListStreamKeys'],
};

/** For events and the tick: find live streams, and delete the channels of idle and deleted accounts. */
const RECONCILING: Actions = {
  channels: ['ivs:DeleteChannel', 'ivs:ListStreamKeys', 'ivs:StartViewerSessionRevocation', 'ivs:StopStream'],
  keys: ['ivs:DeleteChannel', 'ivs:DeleteStreamKey', 'ivs:ListStreamKeys'],
  lists: ['ivs:ListChannels', 'ivs:ListStreams'],
};

/** Each connection of an encoder has its own recording, so that none continues with a preview after its stream. */
const RECONNECT_WINDOW_SECONDS = 0;

/** Origin of Chromecast receivers. Untested: https://developers.google.com/cast/docs/web_receiver */
const CAST_ORIGIN = 'https://www.gstatic.com';

export interface LiveChannelsProps {
  readonly stage: Stage;
  /** The bucket for access logs. */
  readonly accessLogs: Bucket;
}

/**
 * Resources shared by IVS channels. The `publishing` Lambda creates the channels, one per streaming user, with {@link
 * recordingConfigurationArn}.
 */
export class LiveChannels extends Construct {
  readonly recordings: Bucket;
  readonly recordingConfigurationArn: string;
  /** The address for encoders; `{endpoint}` is the channel's ingest endpoint. */
  readonly rtmpUrlTemplate = 'rtmps://{endpoint}:443/app/';
  private readonly stage: Stage;

  constructor(scope: Construct, id: string, { stage, accessLogs }: LiveChannelsProps) {
    super(scope, id);
    this.stage = stage;
    this.recordings = createPrivateBucket(
      this,
      'Recordings',
      { stage, accessLogs, holds: 'lasting' },
      {
        lifecycleRules: [
          {
            abortIncompleteMultipartUploadAfter: Duration.days(1),
            // Most views of a replay are in its first weeks.
            transitions: [
              { storageClass: StorageClass.INTELLIGENT_TIERING, transitionAfter: Duration.days(30) },
            ],
          },
        ],
      },
    );
    sendEventsToEventBridge(this.recordings);
    const configuration = new CfnRecordingConfiguration(this, 'Recording', {
      destinationConfiguration: { s3: { bucketName: this.recordings.bucketName } },
      recordingReconnectWindowSeconds: RECONNECT_WINDOW_SECONDS,
      thumbnailConfiguration: {
        recordingMode: 'INTERVAL',
        targetIntervalSeconds: THUMBNAIL_INTERVAL_S,
        storage: ['SEQUENTIAL', 'LATEST'],
      },
    });
    this.recordingConfigurationArn = configuration.attrArn;
  }

  /**
   * Creates a policy that allows only pages of these origins to play channels; otherwise any page could, at our cost.
   * The embedded player is a page of the site, whatever frames it. Not strict, because every request would need an
   * `Origin`, which Safari's player, AirPlay and programs do not send (docs/decisions/player.md). Returns its ARN.
   */
  restrictPlayback(origins: readonly string[]): string {
    const allowedOrigins = [...origins, CAST_ORIGIN];
    const options = { allowedOrigins, allowedCountries: [], enableStrictOriginEnforcement: false };
    return new CfnPlaybackRestrictionPolicy(this, 'Playback', options).attrArn;
  }

  /** Lets a role create channels and keys, and stop streams. */
  grantPublishing(role: IRole): void {
    this.grant(role, PUBLISHING);
  }

  /**
   * Lets a role read streams' metrics from CloudWatch. This allows any metric of the account, because IAM has no
   * narrower permission.
   */
  grantMeasuring(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['cloudwatch:GetMetricData'], resources: ['*'] }),
    );
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'GetMetricData takes neither resources nor conditions; its figures are of this account alone.',
    });
  }

  /** Lets a role list live streams, and stop them. */
  grantReconciling(role: IRole): void {
    this.grant(role, RECONCILING);
  }

  /** Lets a role delete recordings. */
  grantDeletion(role: IRole): void {
    const actions = ['s3:ListBucket'];
    role.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [this.recordings.bucketArn] }));
    this.grantKeys(role, 's3:DeleteObject', 'ivs/*');
  }

  /** Lets a role read IVS's files about a recording, and write playlists that join several. */
  grantReplays(role: IRole): void {
    this.grantKeys(role, 's3:GetObject', 'ivs/*/events/recording-ended.json');
    this.grantKeys(role, 's3:GetObject', 'ivs/*/media/*.m3u8');
    this.grantKeys(role, 's3:PutObject', 'ivs/*/media/joined/*');
  }

  /** Lets a role copy the media of a recording. */
  grantClips(role: IRole): void {
    this.grantKeys(role, 's3:GetObject', 'ivs/*/media/*');
  }

  private grantKeys(role: IRole, action: string, keys: string): void {
    const resources = [this.recordings.arnForObjects(keys)];
    role.addToPrincipalPolicy(new PolicyStatement({ actions: [action], resources }));
    const id = Stack.of(this).getLogicalId(this.recordings.node.defaultChild as CfnElement);
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::<${id}.Arn>/${keys}]`]: 'Keys name IVS channel and recording.',
    });
  }

  /**
   * IVS chooses the ids of channels and keys, so policies are restricted to this site by tags. CreateChannel creates a
   * key that may have no tags, which a later Create Stream deletes. CreateStreamKey is authorised without a channel, so
   * it is restricted by the key's tags.
   */
  private grant(role: IRole, { make = [], channels, keys, lists = [] }: Actions): void {
    const [channel, key] = ['channel', 'stream-key'].map((resource) =>
      Stack.of(this).formatArn({ service: 'ivs', resource, resourceName: '*' }),
    ) as [string, string];
    const allow = (actions: readonly string[], resources: string[], conditions = {}): void => {
      if (actions.length === 0) return;
      role.addToPrincipalPolicy(new PolicyStatement({ actions: [...actions], resources, conditions }));
    };
    // Resources of other sites cannot get this site's tags.
    allow(make, [channel, key], { ...makesOwn(this.stage), ...isNotOfOthers(this.stage) });
    allow(channels, [channel], isOwn(this.stage));
    allow(keys, [key], isNotOfOthers(this.stage));
    allow(lists, ['*']);
    acknowledge(role, {
      [arnOfEvery(this, 'ivs', 'channel')]: 'IVS chooses the ids of channels when they are made.',
      [arnOfEvery(this, 'ivs', 'stream-key')]: 'IVS chooses the ids of keys when they are made.',
      ...(lists.length > 0 && {
        'AwsSolutions-IAM5[Resource::*]':
          'The lists are of all channels of the account. IVS chooses their ids.',
      }),
    });
  }
}
