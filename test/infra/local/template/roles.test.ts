/** The stand-ins refuse requests of a Lambda that the template's policies do not allow. */
import { CreateChannelCommand, IvsClient, StopStreamCommand } from '@aws-sdk/client-ivs';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceTags } from '#functions/aws/resource-tags.ts';
import type { LambdaName } from '#functions/lambdas.ts';
import { lambdaCredentials, LOCAL_REGION as region, localCredentials } from '#infra/local/aws/credentials.ts';
import { refuseBy, type Refuse } from '#infra/local/aws/iam/authorize.ts';
import { startLiveChannels, type LocalLiveChannels } from '#infra/local/live-channels/live-channels.ts';
import {
  LOCAL_MEDIA,
  LOCAL_UPLOADS,
  startBuckets,
  type LocalBuckets,
} from '#infra/local/storage/site-buckets.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';
import { deploymentOf, type Resources } from '#test/support/site/stack/local-deployment.ts';

const dataDir = newFolder();
const credentials = localCredentials(dataDir);
const quiet = { dataDir, credentials, host: '127.0.0.1', raise: () => {} };

/** Evaluates the template's policies after a change. */
const refuse = (services: readonly string[], change?: (resources: Resources) => Resources): Refuse =>
  refuseBy(() => deploymentOf(change).roles(services));

interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly { readonly Action: string | string[] }[] };
}

/** Removes an action from one Lambda's policies. */
const without =
  (lambda: LambdaName, action: string) =>
  (resources: Resources): Resources =>
    Object.fromEntries(
      Object.entries(resources).map(([id, resource]) => {
        if (resource.Type !== 'AWS::IAM::Policy' || !id.startsWith(`Functions${lambda}role`))
          return [id, resource];
        const { PolicyDocument, ...rest } = resource.Properties as unknown as Policy;
        const Statement = PolicyDocument.Statement.map((one) => ({
          ...one,
          Action: [one.Action].flat().filter((each) => each !== action),
        })).filter(({ Action }) => Action.length > 0);
        return [
          id,
          { ...resource, Properties: { ...rest, PolicyDocument: { ...PolicyDocument, Statement } } },
        ];
      }),
    );

describe('S3', () => {
  let storage: LocalBuckets;
  let current: Refuse;
  beforeAll(async () => {
    current = refuse(['s3']);
    storage = await startBuckets({ ...quiet, port: 0, refuse: (...asked) => current(...asked) });
    for (const [Bucket, Key] of [
      [LOCAL_UPLOADS, 'pictures/one'],
      [LOCAL_UPLOADS, 'windows/one'],
    ])
      await clientOf().send(new PutObjectCommand({ Bucket, Key, Body: 'one' }));
  });
  afterAll(() => storage.close());

  const clientOf = (lambda?: LambdaName) =>
    new S3Client({
      endpoint: storage.endpoint,
      region,
      forcePathStyle: true,
      credentials: lambda ? lambdaCredentials(credentials, lambda) : credentials,
    });
  const put = (Key: string, Bucket = LOCAL_UPLOADS) => new PutObjectCommand({ Bucket, Key, Body: 'one' });
  const refused = { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } };

  it('allows what a Lambda’s role may do, and names what it may not', async () => {
    await clientOf('publishing').send(put('pictures/two'));
    await expect(clientOf('pages').send(put('pictures/two'))).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(
        /^User: arn:aws:sts::000000000000:assumed-role\/Functionspagesrole\w+\/pages is not authorized to perform: s3:PutObject on resource: "arn:aws:s3:::fanfare-uploads\/pictures\/two" because no identity-based policy allows the s3:PutObject action$/,
      ),
    });
  });

  it('refuses what the template no longer grants', async () => {
    current = refuse(['s3'], without('publishing', 's3:PutObject'));
    await expect(clientOf('publishing').send(put('pictures/two'))).rejects.toMatchObject(refused);
    current = refuse(['s3']);
  });

  it('gives presigned URLs and forms the permissions of their signer', async () => {
    const statusOf = async (lambda: LambdaName) => {
      const address = await getSignedUrl(clientOf(lambda), put('pictures/three'));
      const form = await createPresignedPost(clientOf(lambda), {
        Bucket: LOCAL_UPLOADS,
        Key: 'pictures/four',
      });
      const body = new FormData();
      for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
      body.append('file', new Blob(['four']));
      const posted = await fetch(form.url, { method: 'POST', body });
      return [(await fetch(address, { method: 'PUT', body: 'one' })).status, posted.status];
    };
    expect(await statusOf('publishing')).toEqual([200, 204]);
    expect(await statusOf('pages')).toEqual([403, 403]);
  });

  it('authorises the source of a copy', async () => {
    const copy = (CopySource: string) =>
      clientOf('publishing').send(
        new CopyObjectCommand({ Bucket: LOCAL_MEDIA, Key: 'media/pictures/one', CopySource }),
      );
    await copy(`${LOCAL_UPLOADS}/pictures/one`);
    await expect(copy(`${LOCAL_UPLOADS}/windows/one`)).rejects.toMatchObject(refused);
  });

  it('authorises each of several deleted objects', async () => {
    const Objects = ['pictures/one', 'windows/one'].map((Key) => ({ Key }));
    const { Deleted, Errors } = await clientOf('publishing').send(
      new DeleteObjectsCommand({ Bucket: LOCAL_UPLOADS, Delete: { Objects } }),
    );
    expect(Deleted).toEqual([{ Key: 'pictures/one' }]);
    expect(Errors).toMatchObject([{ Key: 'windows/one', Code: 'AccessDenied' }]);
  });

  it('does not reveal that an object is missing to a role that may not list the bucket', async () => {
    const get = () =>
      clientOf('publishing').send(new GetObjectCommand({ Bucket: LOCAL_UPLOADS, Key: 'pictures/no' }));
    await expect(get()).rejects.toMatchObject({ name: 'NoSuchKey' });
    current = refuse(['s3'], without('publishing', 's3:ListBucket'));
    await expect(get()).rejects.toMatchObject(refused);
    current = refuse(['s3']);
  });
});

describe('IVS', () => {
  let liveChannels: LocalLiveChannels;
  let ivs: IvsClient;
  beforeAll(async () => {
    const playbackOrigin = 'http://fans.example';
    liveChannels = await startLiveChannels({
      ...quiet,
      rtmpPort: 0,
      playbackOrigin,
      refuse: refuse(['ivs']),
    });
    const { endpoint } = liveChannels;
    ivs = new IvsClient({ endpoint, region, credentials: lambdaCredentials(credentials, 'publishing') });
  });
  afterAll(() => liveChannels.close());

  const refused = { name: 'AccessDeniedException', $metadata: { httpStatusCode: 403 } };
  const tags = resourceTags('dev');

  it('creates channels with the tags of this site only', async () => {
    await expect(ivs.send(new CreateChannelCommand({}))).rejects.toMatchObject(refused);
    const others = new CreateChannelCommand({ tags: { ...tags, stage: 'prod' } });
    await expect(ivs.send(others)).rejects.toMatchObject(refused);
    const { channel } = await ivs.send(new CreateChannelCommand({ tags }));
    await expect(ivs.send(new StopStreamCommand({ channelArn: channel?.arn }))).rejects.toMatchObject({
      name: 'ChannelNotBroadcasting',
    });
  });

  it('does not stop streams of channels without them', async () => {
    const operator = new IvsClient({ endpoint: liveChannels.endpoint, region, credentials });
    const { channel } = await operator.send(new CreateChannelCommand({}));
    const stop = new StopStreamCommand({ channelArn: channel?.arn });
    await expect(ivs.send(stop)).rejects.toMatchObject(refused);
    operator.destroy();
  });
});
