/** What the models of Debian 12's AWS CLI (2.9.19 of January 2023) lack, and where AWS itself does otherwise than they say. */

/** A use of a shape, with where and how it is sent. */
export interface Reference {
  readonly shape: string;
  readonly location?: 'uri' | 'querystring' | 'header' | 'headers' | 'statusCode';
  readonly locationName?: string;
  readonly flattened?: boolean;
  readonly timestampFormat?: string;
  readonly idempotencyToken?: boolean;
}

export interface Shape {
  readonly type: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  /** Of a text's length, a list's, a map's, or of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly required?: readonly string[];
  readonly members?: Readonly<Record<string, Reference>>;
  readonly member?: Reference;
  readonly key?: Reference;
  readonly value?: Reference;
  readonly flattened?: boolean;
  readonly timestampFormat?: string;
  readonly union?: boolean;
  readonly document?: boolean;
  /** The member that is the whole body. */
  readonly payload?: string;
  readonly exception?: boolean;
  readonly error?: { readonly code?: string; readonly httpStatusCode?: number };
}

/** Services and operations. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'cloudfront-keyvaluestore', // of November 2023
  'appsync POST /event', // AppSync Events, of October 2024
  'ivs POST /StartViewerSessionRevocation', // of November 2023
  'mediaconvert POST /2017-08-29/probe', // of October 2024
  'sqs StartMessageMoveTask', // of June 2023
]);

export const isUnknown = (what: string): boolean => UNKNOWN.has(what);

type Change = Omit<Partial<Shape>, 'members'> & { readonly members?: Readonly<Record<string, Reference>> };

const text: Reference = { shape: 'String' };
const string: Reference = { shape: '__string' };

/** Shapes by service; members are added. */
const CHANGES: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  'cognito-idp': {
    // The pattern of today: spaces inside are allowed.
    PasswordType: { pattern: String.raw`^[\S]+.*[\S]+$` },
  },
  dynamodb: {
    TableDescription: {
      members: {
        DeletionProtectionEnabled: { shape: 'Backfilling' }, // of March 2023
        TableThroughputModeSummary: { shape: 'ThroughputModeSummary' }, // sent by AWS, too, though in no model
      },
    },
    ThroughputModeSummary: {
      type: 'structure',
      members: {
        TableThroughputMode: { shape: 'BillingMode' },
        LastUpdateToPayPerRequestDateTime: { shape: 'Date' },
      },
    },
    // dynoxide's ids are shorter, and nothing reads them.
    TableId: { pattern: '[0-9a-f-]+' },
    // AWS answers `{}` where all was processed.
    BatchGetRequestMap: { min: 0 },
    BatchWriteItemRequestMap: { min: 0 },
    // A table without capacity has been decreased 0 times.
    PositiveLongObject: { min: 0 },
  },
  ivs: {
    Channel: {
      members: {
        insecureIngest: { shape: 'Boolean' }, // of March 2023
        playbackRestrictionPolicyArn: { shape: 'String' }, // of January 2024
      },
    },
    CreateChannelRequest: {
      members: { insecureIngest: { shape: 'Boolean' }, playbackRestrictionPolicyArn: text },
    },
    UpdateChannelRequest: {
      members: { insecureIngest: { shape: 'Boolean' }, playbackRestrictionPolicyArn: text },
    },
  },
  mediaconvert: {
    ColorCorrector: { members: { hdrToSdrToneMapper: { shape: 'HDRToSDRToneMapper' } } }, // of 2023
    HDRToSDRToneMapper: { type: 'string', enum: ['PRESERVE_DETAILS', 'VIBRANT'] },
    Job: { members: { clientRequestToken: string } }, // of 2024
    ScalingBehavior: {
      enum: ['DEFAULT', 'FILL', 'FIT', 'FIT_NO_UPSCALE', 'SMART_CROP', 'STRETCH_TO_OUTPUT'], // of 2024
    },
  },
  s3: {
    // The slash before the bucket is needed for access points only.
    CopySource: { pattern: '.+/.+' },
    Object: { members: { ChecksumType: text } }, // of December 2024
  },
  sqs: {
    ReceiveMessageRequest: {
      members: { MessageSystemAttributeNames: { shape: 'SystemAttributeNames' } }, // of June 2024
    },
    SystemAttributeNames: { type: 'list', member: { shape: 'MessageSystemAttributeName' } },
  },
  sesv2: {
    Message: { members: { Headers: { shape: 'MessageHeaderList' } } }, // of March 2024
    MessageHeaderList: { type: 'list', max: 15, member: { shape: 'MessageHeader' } },
    MessageHeader: {
      type: 'structure',
      required: ['Name', 'Value'],
      members: { Name: { shape: 'MessageHeaderText' }, Value: { shape: 'MessageHeaderText' } },
    },
    MessageHeaderText: { type: 'string', min: 1 },
  },
};

/** A service's shapes with what its model lacks. */
export function withChanges(
  service: string,
  shapes: Readonly<Record<string, Shape>>,
): Readonly<Record<string, Shape>> {
  const changed = Object.entries(CHANGES[service] ?? {}).map(([name, change]) => {
    const shape = shapes[name] ?? { type: 'string' };
    return [name, { ...shape, ...change, members: { ...shape.members, ...change.members } }] as const;
  });
  return { String: { type: 'string' }, ...shapes, ...Object.fromEntries(changed) };
}
