import { documentName, LANGUAGES } from '#messages/languages.ts';
import { describe, expect, test } from 'vitest';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';
import { cameraLimits, DEFAULT_CAMERA_LIMITS } from '#infra/cloud/functions/camera-limits.ts';
import { stageOf } from '#infra/cloud/stage/stage.ts';
import { actionsOf, logicalId, resources, statementsOf } from '#test/support/site/stack/site-queries.ts';
import { synthesizeSite } from '#test/support/site/stack/site.ts';

const site = synthesizeSite();
const names = Object.keys(lambdas) as LambdaName[];

const WRITES_ITS_LOG = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const WORKS_ON_ITEMS = [
  'dynamodb:BatchGetItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:GetItem',
  'dynamodb:PutItem',
  'dynamodb:Query',
  'dynamodb:UpdateItem',
];

const HAS_VIDEOS_MADE = [
  'iam:PassRole',
  'mediaconvert:CancelJob',
  'mediaconvert:CreateJob',
  'mediaconvert:GetJob',
  'mediaconvert:Probe',
  'mediaconvert:TagResource',
  's3:DeleteObject',
  's3:GetObject',
  's3:ListBucket',
  's3:PutObject',
];

/** All permissions of each Lambda. A new line here is a decision. */
const grants: Record<LambdaName, readonly string[]> = {
  api: ['appsync:EventPublish', 'lambda:InvokeFunction'],
  playlists: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
  community: ['appsync:EventPublish'],
  accounts: [
    'cognito-idp:AdminCreateUser',
    'cognito-idp:AdminDeleteUser',
    'cognito-idp:AdminInitiateAuth',
    'cognito-idp:AdminSetUserPassword',
    'cognito-idp:AdminUpdateUserAttributes',
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
  ],
  publishing: [
    'appsync:EventPublish',
    'cloudwatch:GetMetricData',
    'ivs:CreateChannel',
    'ivs:CreateStreamKey',
    'ivs:DeleteStreamKey',
    'ivs:GetChannel',
    'ivs:GetStreamSession',
    'ivs:ListStreamKeys',
    'ivs:StartViewerSessionRevocation',
    'ivs:StopStream',
    'ivs:TagResource',
    'ivs:UpdateChannel',
    's3:AbortMultipartUpload',
    's3:ListMultipartUploadParts',
    ...HAS_VIDEOS_MADE,
  ],
  pages: ['dynamodb:GetItem', 's3:GetObject'],
  realtime: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
  events: [
    'appsync:EventPublish',
    'cloudfront-keyvaluestore:DescribeKeyValueStore',
    'cloudfront-keyvaluestore:UpdateKeys',
    'cognito-idp:AdminDeleteUser',
    'ivs:DeleteChannel',
    'ivs:DeleteStreamKey',
    'ivs:ListChannels',
    'ivs:ListStreamKeys',
    'ivs:ListStreams',
    'ivs:StartViewerSessionRevocation',
    'ivs:StopStream',
    'lambda:InvokeFunction',
    's3:AbortMultipartUpload',
    's3:ListMultipartUploadParts',
    'sqs:SendMessage',
    ...HAS_VIDEOS_MADE,
  ],
  chunks: [
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
    'iam:PassRole',
    'mediaconvert:CreateJob',
    'mediaconvert:TagResource',
    's3:DeleteObject',
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
    'sqs:SendMessage',
  ],
  news: [
    'dynamodb:DescribeStream',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'dynamodb:ListStreams',
    'sqs:DeleteMessage',
    'sqs:GetQueueAttributes',
    'sqs:ReceiveMessage',
    'sqs:SendMessage',
  ],
  webhooks: [
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
    'sqs:DeleteMessage',
    'sqs:GetQueueAttributes',
    'sqs:ReceiveMessage',
    'sqs:SendMessage',
  ],
};

interface FunctionProperties {
  readonly Environment: { readonly Variables: Record<string, unknown> };
  readonly LoggingConfig: { readonly LogGroup: unknown };
  readonly Role: unknown;
}

const functionOf = (name: LambdaName) =>
  resources<FunctionProperties>(site, 'AWS::Lambda::Function')[logicalId(site.stack, `Functions/${name}`)];

describe.each(names)('the %s Lambda', (name) => {
  test('has exactly the permissions that it needs', () => {
    const items = ['playlists', 'pages', 'realtime', 'chunks', 'webhooks'].includes(name)
      ? []
      : WORKS_ON_ITEMS;
    const actions = [...items, ...grants[name], ...WRITES_ITS_LOG].toSorted();
    expect(actionsOf(statementsOf(site, name))).toEqual(actions);
  });

  test('has exactly the variables that it reads', () => {
    const variables = functionOf(name)?.Properties.Environment.Variables ?? {};
    expect(Object.keys(variables).toSorted()).toEqual([...lambdas[name].environment].toSorted());
  });
});

describe('grants', () => {
  const all = names.flatMap((name) => statementsOf(site, name));

  test('name resources of this account and region, and objects by key prefix', () => {
    const wildcards = all
      .flatMap(({ Resource }) => (Array.isArray(Resource) ? Resource : [Resource]))
      .map((resource) => JSON.stringify(resource))
      .filter((resource) => resource.includes('*'));
    const [partition, region, account] = ['Partition', 'Region', 'AccountId'].map((name) => ({
      Ref: `AWS::${name}`,
    }));
    const arn = (service: string, kind: string) => {
      const parts = ['arn:', partition, `:${service}:`, region, ':', account, `:${kind}/*`];
      return JSON.stringify({ 'Fn::Join': ['', parts] });
    };
    const objects = (bucket: string, keys: string, owner = 'Storage') => {
      const id = logicalId(site.stack, `${owner}/${bucket}`);
      return JSON.stringify({ 'Fn::Join': ['', [{ 'Fn::GetAtt': [id, 'Arn'] }, `/${keys}`]] });
    };
    const expected = [
      // Probe has no resource.
      '"*"',
      arn('ivs', 'channel'),
      arn('ivs', 'stream-key'),
      arn('mediaconvert', 'jobs'),
      // The conditions restrict the partitions.
      objects('Items', 'index/*', 'Table'),
      objects('Uploads', 'pictures/*'),
      objects('Media', 'media/pictures/*'),
      objects('Uploads', 'videos/*'),
      objects('Uploads', 'chunks/*'),
      objects('Uploads', 'chunks/*/end'),
      objects('Uploads', 'windows/*'),
      objects('Uploads', 'films/*'),
      objects('Uploads', 'exports/*'),
      objects('Media', 'media/videos/*'),
      objects('Media', 'media/clips/*'),
      objects('Recordings', 'ivs/*', 'LiveChannels'),
      objects('Recordings', 'ivs/*/events/recording-ended.json', 'LiveChannels'),
      objects('Recordings', 'ivs/*/media/*', 'LiveChannels'),
      objects('Recordings', 'ivs/*/media/*.m3u8', 'LiveChannels'),
      objects('Recordings', 'ivs/*/media/joined/*', 'LiveChannels'),
    ];
    expect([...new Set(wildcards)].toSorted()).toEqual(expected.toSorted());
  });

  /** Returns a Lambda's permissions for uploads with this key prefix. */
  const onUploads = (name: LambdaName, keys: string): string[] => {
    const uploads = `{"Fn::GetAtt":["${logicalId(site.stack, 'Storage/Uploads')}","Arn"]},"/${keys}"`;
    return actionsOf(
      statementsOf(site, name).filter(({ Resource }) => JSON.stringify(Resource).includes(uploads)),
    );
  };

  test('for clips allow only publishing to copy what viewers get', () => {
    const clips = `{"Fn::GetAtt":["${logicalId(site.stack, 'Storage/Media')}","Arn"]},"/media/clips/*"`;
    const onClips = (name: LambdaName) =>
      actionsOf(statementsOf(site, name).filter(({ Resource }) => JSON.stringify(Resource).includes(clips)));
    expect(onClips('publishing')).toEqual(['s3:DeleteObject', 's3:PutObject']);
    expect(onClips('events')).toEqual(['s3:DeleteObject']);
    for (const name of names.filter((one) => one !== 'publishing' && one !== 'events'))
      expect(onClips(name)).toEqual([]);
  });

  test('for broadcasts allow publishing to store chunks, and chunks and events the rest', () => {
    expect(onUploads('publishing', 'chunks/*')).toEqual(['s3:PutObject']);
    expect(onUploads('publishing', 'windows/*')).toEqual([]);
    expect(onUploads('publishing', 'films/*')).toEqual([]);
    expect(onUploads('events', 'films/*')).toEqual([
      's3:DeleteObject',
      's3:GetObject',
      's3:ListMultipartUploadParts',
      's3:PutObject',
    ]);
    expect(onUploads('events', 'chunks/*')).toEqual(['s3:DeleteObject', 's3:GetObject']);
    expect(onUploads('events', 'chunks/*/end')).toEqual(['s3:PutObject']);
    expect(onUploads('events', 'windows/*')).toEqual(['s3:DeleteObject', 's3:GetObject', 's3:PutObject']);
    expect(onUploads('chunks', 'chunks/*')).toEqual(['s3:DeleteObject', 's3:GetObject']);
    expect(onUploads('chunks', 'windows/*')).toEqual(['s3:PutObject']);
    expect(onUploads('api', '')).toEqual([]);
  });

  test('for pages allow reading names, channels, videos, clips, playlists, bans and the document', () => {
    const allowing = (action: string) =>
      statementsOf(site, 'pages').filter(({ Action }) => [Action].flat().includes(action));
    const arnOf = (path: string) => ({ 'Fn::GetAtt': [logicalId(site.stack, path), 'Arn'] });
    expect(allowing('dynamodb:GetItem')).toEqual(
      [
        'USERNAME#*',
        'CHANNEL#*',
        'VIDEO#*',
        'CATEGORY#*',
        'CLIP#*',
        'PLAYLIST#*',
        'STREAM_REPLAY#*',
        'ROOM#*',
      ].map((key) => ({
        Effect: 'Allow',
        Action: 'dynamodb:GetItem',
        Resource: arnOf('Table/Items'),
        Condition: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [key] },
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': expect.arrayContaining(['pk', 'sk']) },
          StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
        },
      })),
    );
    const documents = LANGUAGES.map(({ tag }) => documentName(tag))
      .toSorted()
      .map((name) => ({
        'Fn::Join': ['', [arnOf('Website/Web'), `/${name}`]],
      }));
    expect(allowing('s3:GetObject')).toMatchObject([{ Resource: documents }]);
  });

  test('only allow', () => {
    expect(new Set(all.map(({ Effect }) => Effect))).toEqual(new Set(['Allow']));
  });
});

test('the second-factor secret is known to one Lambda and outlives the data that it seals', () => {
  const secret = logicalId(site.stack, 'SecondFactorKeys/Generation1');
  const knows = (name: LambdaName) =>
    JSON.stringify(functionOf(name)?.Properties.Environment.Variables).includes(secret);
  expect((Object.keys(lambdas) as LambdaName[]).filter(knows)).toEqual(['accounts']);
  const kept = synthesizeSite({ stage: stageOf('prod') });
  expect(resources(kept, 'AWS::SecretsManager::Secret')[secret]).toMatchObject({ DeletionPolicy: 'Retain' });
});

describe('the settings of camera broadcasts', () => {
  const variablesOf = (name: LambdaName, ofSite = site) =>
    resources<FunctionProperties>(ofSite, 'AWS::Lambda::Function')[
      logicalId(ofSite.stack, `Functions/${name}`)
    ]?.Properties.Environment.Variables;

  test('fit AWS’s default quotas unless the operator changes them', () => {
    expect(variablesOf('publishing')).toMatchObject({
      BROADCAST_WINDOW_MS: '4000',
      BROADCAST_JOBS_PER_SECOND: '5',
      MAX_BROADCASTS: '50',
    });
    const context: Record<string, unknown> = { cameraJobsPerSecond: '20', cameraMaxBroadcasts: 200 };
    const camera = cameraLimits((key) => context[key]);
    expect(camera).toEqual({ windowMs: 4000, jobsPerSecond: 20, maxBroadcasts: 200 });
    expect(variablesOf('events', synthesizeSite({ camera }))).toMatchObject({
      BROADCAST_WINDOW_MS: '4000',
      BROADCAST_JOBS_PER_SECOND: '20',
    });
    expect(cameraLimits(() => undefined)).toEqual(DEFAULT_CAMERA_LIMITS);
  });

  test.each(['0', '-1', '2.5', 'many', '', true])('refuse %o', (value) => {
    const read = () => cameraLimits((key) => (key === 'cameraWindowMs' ? value : undefined));
    expect(read).toThrow('-c cameraWindowMs=');
  });
});
