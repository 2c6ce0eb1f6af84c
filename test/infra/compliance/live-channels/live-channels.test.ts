import { createServer, type AddressInfo } from 'node:net';
import {
  CreateStreamKeyCommand,
  DeleteChannelCommand,
  DeleteStreamKeyCommand,
  GetChannelCommand,
  GetStreamKeyCommand,
  IvsClient,
  ListStreamKeysCommand,
  ListStreamsCommand,
  StopStreamCommand,
  UpdateChannelCommand,
  CreateChannelCommand,
} from '@aws-sdk/client-ivs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localCredentials, LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { LOCAL_PLAYBACK_POLICY_ARN, startLiveChannels } from '#infra/local/live-channels/live-channels.ts';
import { cutPage } from '#infra/local/live-channels/operations/ivs-input.ts';
import { isOnAws, triedName } from '#test/support/stand-ins/aws/target.ts';
import { skipOnAws } from '#test/support/stand-ins/aws/on-aws.ts';
import {
  createChannel,
  removeFolder,
  startLiveSite,
  temporaryFolder,
  type LiveSite,
} from '#test/support/stand-ins/live-site.ts';

/** On AWS it would have to exist. */
const RECORDING = isOnAws ? '' : 'arn:aws:ivs:us-east-1:000000000000:recording-configuration/Replays00001';

/** An ARN with the same format that does not exist. */
const missing = (arn = ''): string => `${arn.slice(0, -12)}000000000000`;

describe('the IVS API', () => {
  let site: LiveSite;

  beforeAll(async () => {
    site = await startLiveSite(temporaryFolder());
  });

  afterAll(async () => {
    await site.close();
    removeFolder(site.dataDir);
  });

  const notFound = { name: 'ResourceNotFoundException', $metadata: { httpStatusCode: 404 } };
  const invalid = { name: 'ValidationException', $metadata: { httpStatusCode: 400 } };

  it('creates a channel with its stream key', async () => {
    const { channel, streamKey } = await site.ivs.send(
      new CreateChannelCommand({
        name: triedName('ada'),
        type: 'BASIC',
        tags: { user: '1' },
        recordingConfigurationArn: RECORDING,
      }),
    );
    const { ingestEndpoint, playbackUrl } = site.addressesOf(channel?.arn?.split('/')[1]);
    expect(channel).toEqual({
      arn: expect.stringMatching(/^arn:aws:ivs:[a-z0-9-]+:\d{12}:channel\/[A-Za-z0-9]{12}$/),
      name: triedName('ada'),
      type: 'BASIC',
      latencyMode: 'LOW',
      authorized: false,
      insecureIngest: false,
      recordingConfigurationArn: RECORDING,
      playbackRestrictionPolicyArn: '',
      tags: { user: '1' },
      ingestEndpoint: expect.stringMatching(ingestEndpoint),
      playbackUrl: expect.stringMatching(playbackUrl),
    });
    expect(streamKey).toEqual({
      arn: expect.stringMatching(/^arn:aws:ivs:[a-z0-9-]+:\d{12}:stream-key\/[A-Za-z0-9]{12}$/),
      channelArn: channel?.arn,
      value: expect.stringMatching(/^sk_[a-z0-9-]+_[A-Za-z0-9]{12}_[A-Za-z0-9]{30}$/),
      tags: {},
    });
  });

  it('returns a channel as created and as updated', async () => {
    const { arn, channel } = await createChannel(site.ivs);
    expect((await site.ivs.send(new GetChannelCommand({ arn }))).channel).toEqual(channel);
    const updated = await site.ivs.send(
      new UpdateChannelCommand({ arn, name: triedName('bob'), latencyMode: 'NORMAL' }),
    );
    expect(updated.channel).toEqual({ ...channel, name: triedName('bob'), latencyMode: 'NORMAL' });
    expect((await site.ivs.send(new GetChannelCommand({ arn }))).channel).toEqual(updated.channel);
  });

  it('keeps the playback restriction policy that a channel names, until it names none', async () => {
    skipOnAws('its policy');
    const { arn } = await createChannel(site.ivs);
    const set = (playbackRestrictionPolicyArn: string) =>
      site.ivs.send(new UpdateChannelCommand({ arn, playbackRestrictionPolicyArn }));
    const kept = async () =>
      (await site.ivs.send(new GetChannelCommand({ arn }))).channel?.playbackRestrictionPolicyArn;
    await set(LOCAL_PLAYBACK_POLICY_ARN);
    expect(await kept()).toBe(LOCAL_PLAYBACK_POLICY_ARN);
    await set('');
    expect(await kept()).toBe('');
    await expect(set(RECORDING)).rejects.toMatchObject(invalid);
  });

  it('pages long lists', () => {
    const list = ['a', 'b', 'c'];
    const first = cutPage(list, (key) => key, { maxResults: 2 });
    const second = cutPage(list, (key) => key, { maxResults: 2, ...first.next });
    expect([first.items, second.items]).toEqual([['a', 'b'], ['c']]);
    expect(second.next).toEqual({});
  });

  it('deletes a channel with its stream key', async () => {
    const { arn, streamKey } = await createChannel(site.ivs);
    await site.ivs.send(new DeleteChannelCommand({ arn }));
    await expect(site.ivs.send(new GetChannelCommand({ arn }))).rejects.toMatchObject(notFound);
    await expect(site.ivs.send(new GetStreamKeyCommand({ arn: streamKey.arn }))).rejects.toMatchObject(
      notFound,
    );
  });

  it('allows one stream key per channel, and another after its deletion', async () => {
    const { arn: channelArn, streamKey: old } = await createChannel(site.ivs);
    await expect(site.ivs.send(new CreateStreamKeyCommand({ channelArn }))).rejects.toMatchObject({
      name: 'ServiceQuotaExceededException',
      exceptionMessage: expect.stringContaining('quota'),
      $metadata: { httpStatusCode: 402 },
    });
    await site.ivs.send(new DeleteStreamKeyCommand({ arn: old.arn }));
    const { streamKey } = await site.ivs.send(
      new CreateStreamKeyCommand({ channelArn, tags: { for: 'obs' } }),
    );
    expect(streamKey).toMatchObject({ channelArn, tags: { for: 'obs' } });
    expect(streamKey?.value).not.toBe(old.value);
    expect((await site.ivs.send(new GetStreamKeyCommand({ arn: streamKey?.arn }))).streamKey).toEqual(
      streamKey,
    );
    await expect(site.ivs.send(new GetStreamKeyCommand({ arn: old.arn }))).rejects.toMatchObject(notFound);
  });

  it('lists stream keys without their values', async () => {
    const { arn: channelArn, streamKey } = await createChannel(site.ivs);
    const { streamKeys } = await site.ivs.send(new ListStreamKeysCommand({ channelArn }));
    expect(streamKeys).toEqual([{ arn: streamKey.arn, channelArn, tags: {} }]);
  });

  it('reports that an offline channel is not broadcasting', async () => {
    const { arn: channelArn, playbackUrl } = await createChannel(site.ivs);
    const offline = {
      name: 'ChannelNotBroadcasting',
      exceptionMessage: expect.stringContaining(channelArn),
      $metadata: { httpStatusCode: 404 },
    };
    await expect(site.ivs.send(new StopStreamCommand({ channelArn }))).rejects.toMatchObject(offline);
    expect((await site.ivs.send(new ListStreamsCommand({}))).streams).toEqual([]);
    expect((await fetch(playbackUrl)).status).toBe(404);
  });

  it('returns not found for unknown resources', async () => {
    const { arn: made, streamKey } = await createChannel(site.ivs);
    const [arn, keyArn] = [missing(made), missing(streamKey.arn)];
    const calls = [
      site.ivs.send(new GetChannelCommand({ arn })),
      site.ivs.send(new UpdateChannelCommand({ arn, name: 'x' })),
      site.ivs.send(new DeleteChannelCommand({ arn })),
      site.ivs.send(new CreateStreamKeyCommand({ channelArn: arn })),
      site.ivs.send(new ListStreamKeysCommand({ channelArn: arn })),
      site.ivs.send(new GetStreamKeyCommand({ arn: keyArn })),
      site.ivs.send(new DeleteStreamKeyCommand({ arn: keyArn })),
      site.ivs.send(new StopStreamCommand({ channelArn: arn })),
    ];
    for (const { reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ ...notFound, exceptionMessage: expect.stringContaining('not found') });
    }
  });

  it('rejects invalid input as AWS does, and names the member', async () => {
    const { streamKey } = await createChannel(site.ivs);
    const cases: readonly [string, Promise<unknown>][] = [
      ['name', site.ivs.send(new CreateChannelCommand({ name: 'no spaces' }))],
      ['type', site.ivs.send(new CreateChannelCommand({ type: 'HUGE' as 'BASIC' }))],
      [
        'recordingConfigurationArn',
        site.ivs.send(new CreateChannelCommand({ recordingConfigurationArn: 'x' })),
      ],
      ['arn', site.ivs.send(new GetChannelCommand({ arn: streamKey.arn }))],
      ['channelArn', site.ivs.send(new StopStreamCommand({ channelArn: 'x' }))],
      ['maxResults', site.ivs.send(new ListStreamsCommand({ maxResults: 101 }))],
      ['nextToken', site.ivs.send(new ListStreamsCommand({ nextToken: 'x' }))],
    ];
    for (const [member, call] of cases) {
      await expect(call).rejects.toMatchObject({
        ...invalid,
        exceptionMessage: expect.stringContaining(member),
      });
    }
  });

  it('refuses a wrong secret', async () => {
    const { liveChannels, dataDir } = site;
    const credentials = { ...localCredentials(dataDir), secretAccessKey: 'wrong' };
    const stranger = new IvsClient({
      endpoint: liveChannels.endpoint,
      region: LOCAL_REGION,
      credentials,
    });
    await expect(stranger.send(new ListStreamsCommand({}))).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      $metadata: { httpStatusCode: 403 },
    });
  });

  it('serves playlists and segments only', async () => {
    skipOnAws('its files');
    const media = new URL('/media/live/', (await createChannel(site.ivs)).playbackUrl).href;
    for (const path of [
      '',
      '..%2f..%2fcredentials',
      'AAAAAAAAAAAA/..%2f..%2f..%2fcredentials',
      'AAAAAAAAAAAA/x.txt',
    ]) {
      expect((await fetch(media + path)).status, path).toBe(404);
    }
  });
});

describe('after a restart', () => {
  beforeEach(() => skipOnAws('a restart'));

  it('keeps channels and stream keys, with addresses of the current ports', async () => {
    const dataDir = temporaryFolder();
    const before = await startLiveSite(dataDir);
    const { arn, channel, streamKey } = await createChannel(before.ivs);
    await before.close();
    const after = await startLiveSite(dataDir);
    try {
      const found = (await after.ivs.send(new GetChannelCommand({ arn }))).channel;
      const { ingestEndpoint, playbackUrl, ...kept } = channel;
      expect(found).toMatchObject(kept);
      expect(found?.ingestEndpoint).toBe(`localhost:${after.liveChannels.rtmpPort}`);
      expect([ingestEndpoint, playbackUrl]).not.toEqual([found?.ingestEndpoint, found?.playbackUrl]);
      expect((await after.ivs.send(new GetStreamKeyCommand({ arn: streamKey.arn }))).streamKey).toEqual(
        streamKey,
      );
    } finally {
      await after.close();
      removeFolder(dataDir);
    }
  });
});

describe('the RTMP port', () => {
  beforeEach(() => skipOnAws('its port'));

  it('comes from RTMP_PORT, which the error names when it is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const dataDir = temporaryFolder();
    const start = startLiveChannels({
      dataDir,
      credentials: localCredentials(dataDir),
      rtmpPort: port,
      host: 'localhost',
      playbackOrigin: 'http://localhost',
      raise: () => {},
    });
    await expect(start).rejects.toMatchObject({
      name: 'PortTakenError',
      message: expect.stringMatching(new RegExp(`Port ${port} .*RTMP_PORT`)),
    });
    other.close();
    removeFolder(dataDir);
  });
});
