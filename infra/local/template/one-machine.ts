import type { Resource, Template } from '#infra/agreed/template.ts';
import type { LambdaName } from '#functions/lambdas.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/credentials.ts';
import { LOCAL_DENIED_MEDIA_ARN } from '../denied-media/denied-media.ts';
import { functionName } from '../lambdas/lambda-server.ts';
import {
  LOCAL_PLAYBACK_POLICY_ARN,
  LOCAL_RECORDING_CONFIGURATION_ARN,
} from '../live-channels/live-channels.ts';
import { LOCAL_MEDIA, LOCAL_RECORDINGS, LOCAL_UPLOADS, LOCAL_WEB } from '../storage/site-buckets.ts';
import { LOCAL_TABLE } from '../table/table.ts';
import { LOCAL_QUEUES, LOCAL_TRANSCODER_ROLE_ARN } from '../transcoder/transcoder.ts';
import type { PhysicalResource } from './resolve.ts';

/** Addresses of a running site's parts; hosts include the port. */
export interface OneMachine {
  readonly siteHost: string;
  readonly storageHost: string;
  readonly realtimeHost: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  readonly newsQueueUrl: string;
  readonly webhooksQueueUrl: string;
}

/** Values of pseudo parameters. */
export const PSEUDO_PARAMETERS = {
  'AWS::AccountId': LOCAL_ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::Region': LOCAL_REGION,
  'AWS::URLSuffix': 'amazonaws.com',
} as const;

/** By construct path. */
const BUCKETS: Readonly<Record<string, string>> = {
  AccessLogs: 'fanfare-access-logs',
  'LiveChannels/Recordings': LOCAL_RECORDINGS,
  'Storage/Media': LOCAL_MEDIA,
  'Storage/Uploads': LOCAL_UPLOADS,
  'Website/Web': LOCAL_WEB,
};
const JOB_QUEUES: Readonly<Record<string, string>> = {
  'Transcoder/Videos': LOCAL_QUEUES.videosQueueArn,
  'Transcoder/Windows': LOCAL_QUEUES.windowsQueueArn,
};

const arn = (service: string, resource: string) =>
  `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;

/** Returns the construct path of a resource in its stack: `Storage/Media`. */
export const constructOf = ({ Metadata }: Resource): string =>
  String(Metadata?.['aws:cdk:path'] ?? '')
    .replace(/^[^/]+\//, '')
    .replace(/\/Resource$/, '');

/** Returns the site's Lambda for a function of the template; `undefined` for other functions. */
export const lambdaOf = (resource: Resource): LambdaName | undefined =>
  /^Functions\/(\w+)$/.exec(constructOf(resource))?.[1] as LambdaName | undefined;

/**
 * Returns the local counterparts of a template's resources by logical id. Addresses are resolved when they are read,
 * because some parts must be known before all have started. A resource to which only other resources of the template
 * refer is named by its logical id. Throws for a resource of a supported type at an unknown path.
 */
export function physicalResources(template: Template, here: () => OneMachine) {
  return (logicalId: string): PhysicalResource | undefined => {
    const resource = template.Resources[logicalId];
    if (resource?.Type === 'AWS::Lambda::Alias') return physicalAlias(template, resource);
    return resource && physicalResource(logicalId, resource, here);
  };
}

function physicalAlias(template: Template, { Properties }: Resource): PhysicalResource {
  const { FunctionName, Name } = Properties as { FunctionName: { readonly Ref: string }; Name: string };
  const lambda = lambdaOf(template.Resources[FunctionName.Ref]!);
  return { ref: arn('lambda', `function:${lambda ? functionName(lambda) : FunctionName.Ref}:${Name}`) };
}

function physicalResource(logicalId: string, resource: Resource, here: () => OneMachine): PhysicalResource {
  const place = constructOf(resource);
  const named = (names: Readonly<Record<string, string>>): string => {
    const name = names[place];
    if (name === undefined) throw new Error(`One machine has no ${resource.Type} for ${place}`);
    return name;
  };
  switch (resource.Type) {
    case 'AWS::DynamoDB::GlobalTable': {
      const Arn = arn('dynamodb', `table/${LOCAL_TABLE}`);
      return { ref: LOCAL_TABLE, attributes: { Arn, StreamArn: `${Arn}/stream/local` } };
    }
    case 'AWS::S3::Bucket': {
      const name = named(BUCKETS);
      return {
        ref: name,
        attributes: {
          Arn: `arn:aws:s3:::${name}`,
          get RegionalDomainName() {
            return `${here().storageHost}/${name}`;
          },
        },
      };
    }
    case 'AWS::Cognito::UserPool':
      return {
        get ref() {
          return here().userPoolId;
        },
        attributes: {
          get Arn() {
            return arn('cognito-idp', `userpool/${here().userPoolId}`);
          },
        },
      };
    case 'AWS::Cognito::UserPoolClient':
      return {
        get ref() {
          return here().userPoolClientId;
        },
      };
    case 'AWS::IVS::RecordingConfiguration':
      return { ref: logicalId, attributes: { Arn: LOCAL_RECORDING_CONFIGURATION_ARN } };
    case 'AWS::IVS::PlaybackRestrictionPolicy':
      return { ref: logicalId, attributes: { Arn: LOCAL_PLAYBACK_POLICY_ARN } };
    case 'AWS::MediaConvert::Queue':
      return { ref: logicalId, attributes: { Arn: named(JOB_QUEUES) } };
    case 'AWS::IAM::Role': {
      const Arn =
        place === 'Transcoder/Role'
          ? LOCAL_TRANSCODER_ROLE_ARN
          : `arn:aws:iam::${LOCAL_ACCOUNT}:role/${logicalId}`;
      return { ref: logicalId, attributes: { Arn } };
    }
    case 'AWS::CloudFront::KeyValueStore':
      return { ref: logicalId, attributes: { Arn: LOCAL_DENIED_MEDIA_ARN } };
    case 'AWS::SQS::Queue':
      if (place === 'News/Pages') {
        return {
          get ref() {
            return here().newsQueueUrl;
          },
          attributes: { Arn: arn('sqs', 'news') },
        };
      }
      if (place === 'Webhooks/Queue') {
        return {
          get ref() {
            return here().webhooksQueueUrl;
          },
          attributes: { Arn: arn('sqs', 'webhooks') },
        };
      }
      return { ref: logicalId, attributes: { Arn: arn('sqs', logicalId) } };
    case 'AWS::Lambda::Function': {
      const lambda = lambdaOf(resource);
      const name = lambda ? functionName(lambda) : logicalId;
      return { ref: name, attributes: { Arn: arn('lambda', `function:${name}`) } };
    }
    case 'AWS::AppSync::Api':
      return {
        ref: logicalId,
        attributes: {
          ApiArn: arn('appsync', 'apis/local'),
          ApiId: 'local',
          get 'Dns.Http'() {
            return here().realtimeHost;
          },
          get 'Dns.Realtime'() {
            return here().realtimeHost;
          },
        },
      };
    case 'AWS::AppSync::ChannelNamespace': {
      const name = String(resource.Properties?.['Name']);
      const ChannelNamespaceArn = arn('appsync', `apis/local/channelNamespace/${name}`);
      return { ref: ChannelNamespaceArn, attributes: { ChannelNamespaceArn } };
    }
    case 'AWS::CloudFront::Distribution':
      return {
        ref: logicalId,
        attributes: {
          Id: logicalId,
          get DomainName() {
            return here().siteHost;
          },
        },
      };
    default:
      // Only the template refers to these.
      return { ref: logicalId, attributes: { Arn: logicalId, FunctionARN: logicalId, Id: logicalId } };
  }
}
