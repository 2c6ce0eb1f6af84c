import { Duration, Stack, type CfnElement } from 'aws-cdk-lib';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import { CfnPlaybackRestrictionPolicy, CfnRecordingConfiguration } from 'aws-cdk-lib/aws-ivs';
import { StorageClass, type Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { THUMBNAIL_INTERVAL_S } from '#functions/streaming/recordings/recording.place.ts';
import { acknowledge, everyOf } from './parts/acknowledge.ts';
import { isNotOfOthers, isOwn, makesOwn } from './parts/own-tags.ts';
import { createPrivateBucket, sendEventsToEventBridge } from './parts/private-bucket.ts';
import type { Stage } from './stage/stage.ts';

/**
 * What roles do with IVS. A recording configuration is named to a channel without a grant.
 * Source: Service Authorization Reference, "Amazon Interactive Video Service".
 */
interface Actions {
  /** Make what has tags; IVS then asks for the right to tag, too. */
  readonly make?: readonly string[];
  /** On channels. */
  readonly channels: readonly string[];
  /** On stream keys. Those that are above, too, where IVS asks for both. */
  readonly keys: readonly string[];
  /** On no channel in particular, and so on none with tags. */
  readonly lists?: readonly string[];
}

/** Create Stream and Stop Stream, and how a stream arrives. */
const PUBLISHING: Actions = {
  make: ['ivs:CreateChannel', 'ivs:CreateStreamKey', 'ivs:TagResource'],
  channels: [
    'ivs:GetChannel',
    'ivs:GetStreamSession',
    'ivs:ListStreamKeys',
    'ivs:StopStream',
    'ivs:UpdateChannel',
  ],
  keys: ['ivs:DeleteStreamKey', 'ivs:ListStreamKeys'],
};

/** The events and the tick: they learn who sends video, end unused channels, and delete those of deleted accounts. */
const RECONCILING: Actions = {
  channels: ['ivs:DeleteChannel', 'ivs:ListStreamKeys', 'ivs:StopStream'],
  keys: ['ivs:DeleteChannel', 'ivs:DeleteStreamKey', 'ivs:ListStreamKeys'],
  lists: ['ivs:ListChannels', 'ivs:ListStreams'],
};

/** An encoder that comes back within this time goes on with the same recording; 300 is the most that IVS takes. */
const RECONNECT_WINDOW_SECONDS = 60;

/**
 * Chromecast's receivers are pages of this origin. Not tried: https://developers.google.com/cast/docs/web_receiver
 */
const CAST_ORIGIN = 'https://www.gstatic.com';

export interface LiveChannelsProps {
  readonly stage: Stage;
  /** Where it is written down who asked for what. */
  readonly accessLogs: Bucket;
}

/**
 * What IVS channels share. The channels themselves are made by the `publishing` Lambda, one a user that streams, and name
 * {@link recordingConfigurationArn}.
 */
export class LiveChannels extends Construct {
  readonly recordings: Bucket;
  readonly recordingConfigurationArn: string;
  /** The address for encoders; `{endpoint}` stands for the channel's ingest endpoint. */
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
            // A replay is watched in its first weeks, or hardly ever again.
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
   * A policy by which these sites alone may play channels in their pages; otherwise anybody's page could, at our cost. The
   * embedded player is a page of the site, whatever frames it. Not strict, because then every request would need an
   * `Origin`, which Safari's own player, AirPlay and programs do not send (docs/decisions/player.md). Answers its ARN.
   */
  restrictPlayback(origins: readonly string[]): string {
    const allowedOrigins = [...origins, CAST_ORIGIN];
    const options = { allowedOrigins, allowedCountries: [], enableStrictOriginEnforcement: false };
    return new CfnPlaybackRestrictionPolicy(this, 'Playback', options).attrArn;
  }

  /** Lets a role make channels and keys, and stop streams. */
  grantPublishing(role: IRole): void {
    this.grant(role, PUBLISHING);
  }

  /** Lets a role ask CloudWatch how streams arrive; it may then ask for any metric of this account: IAM knows no less. */
  grantMeasuring(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['cloudwatch:GetMetricData'], resources: ['*'] }),
    );
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'GetMetricData takes neither resources nor conditions; its figures are of this account alone.',
    });
  }

  /** Lets a role see which channels send video, and stop them. */
  grantReconciling(role: IRole): void {
    this.grant(role, RECONCILING);
  }

  /** Lets a role delete recordings. */
  grantDeletion(role: IRole): void {
    const actions = ['s3:ListBucket'];
    role.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [this.recordings.bucketArn] }));
    this.grantKeys(role, 's3:DeleteObject', 'ivs/*');
  }

  /** Lets a role read what IVS says of a recording, and write playlists that play several as one. */
  grantReplays(role: IRole): void {
    this.grantKeys(role, 's3:GetObject', 'ivs/*/events/recording-ended.json');
    this.grantKeys(role, 's3:GetObject', 'ivs/*/media/*.m3u8');
    this.grantKeys(role, 's3:PutObject', 'ivs/*/media/joined/*');
  }

  /** Lets a role copy what viewers get of a recording. */
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
   * IVS chooses the ids of channels and keys, so that tags bound a policy to this site. CreateChannel makes a key that may
   * have no tags, and a later Create Stream deletes it. CreateStreamKey names no channel to IAM, so it is bound by its tags.
   */
  private grant(role: IRole, { make = [], channels, keys, lists = [] }: Actions): void {
    const [channel, key] = ['channel', 'stream-key'].map((resource) =>
      Stack.of(this).formatArn({ service: 'ivs', resource, resourceName: '*' }),
    ) as [string, string];
    const allow = (actions: readonly string[], resources: string[], conditions = {}): void => {
      if (actions.length === 0) return;
      role.addToPrincipalPolicy(new PolicyStatement({ actions: [...actions], resources, conditions }));
    };
    // Nothing of another site gets the tags of this one.
    allow(make, [channel, key], { ...makesOwn(this.stage), ...isNotOfOthers(this.stage) });
    allow(channels, [channel], isOwn(this.stage));
    allow(keys, [key], isNotOfOthers(this.stage));
    allow(lists, [channel]);
    acknowledge(role, {
      [everyOf(this, 'ivs', 'channel')]: 'IVS chooses the ids of channels when they are made.',
      [everyOf(this, 'ivs', 'stream-key')]: 'IVS chooses the ids of keys when they are made.',
    });
  }
}
