import {
  CreateChannelCommand,
  CreateStreamKeyCommand,
  DeleteStreamKeyCommand,
  GetChannelCommand,
  IvsClient,
  ListStreamKeysCommand,
  StopStreamCommand,
  UpdateChannelCommand,
} from '@aws-sdk/client-ivs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ivsIngest, type IvsOptions } from '#functions/streaming/streaming.ivs.ts';
import { apiThrottle } from '#infra/local/aws/api-throttle.ts';
import { awsFailure } from '#test/support/stand-ins/aws-failure.ts';

const ARN = 'arn:aws:ivs:us-east-1:123456789012:channel/abcdABCDefgh';
const KEY_ARN = 'arn:aws:ivs:us-east-1:123456789012:stream-key/abcdABCDefgh';
const CHANNEL = {
  arn: ARN,
  ingestEndpoint: 'a1b2.global-contribute.live-video.net',
  playbackUrl: 'https://a1b2.us-east-1.playback.live-video.net/c.m3u8',
};
const BUSY = 'streaming_busy';

const mock = mockClient(IvsClient);
const client = new IvsClient({ region: 'us-east-1' });
const ingestWith = (options: Partial<IvsOptions> = {}) =>
  ivsIngest({
    client: () => client,
    rtmpUrlTemplate: 'rtmps://{endpoint}:443/app/',
    recordingConfigurationArn: '',
    ...options,
  });
const ingest = ingestWith();
const RECORDING = 'arn:aws:ivs:us-east-1:123456789012:recording-configuration/abcd';
const recordingIngest = ingestWith({ recordingConfigurationArn: RECORDING });
const POLICY = 'arn:aws:ivs:us-east-1:123456789012:playback-restriction-policy/abcd';
const restrictingIngest = ingestWith({
  recordingConfigurationArn: RECORDING,
  playbackRestrictionPolicyArn: POLICY,
});

beforeEach(() => {
  vi.stubEnv('STAGE', 'dev');
  mock.reset();
  mock.on(ListStreamKeysCommand).resolves({ streamKeys: [] });
  // The waits between attempts are not what these tests are about.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  mock.restore();
});

const throttled = awsFailure('ThrottlingException');
const missing = awsFailure('ResourceNotFoundException');
const full = awsFailure('ServiceQuotaExceededException');

describe('creating an IVS channel', () => {
  it('names it by its owner, and returns the ingest and playback addresses', async () => {
    mock.on(CreateChannelCommand).resolves({ channel: CHANNEL, streamKey: { value: 'sk_1' } });
    expect(await ingest.createChannel('ADA', true)).toEqual({
      ingestChannel: {
        arn: ARN,
        rtmpUrl: 'rtmps://a1b2.global-contribute.live-video.net:443/app/',
        playbackUrl: CHANNEL.playbackUrl,
      },
      streamKey: 'sk_1',
    });
    const [call] = mock.commandCalls(CreateChannelCommand);
    expect(call?.args[0].input).toEqual({
      name: 'ADA',
      type: 'STANDARD',
      authorized: true,
      latencyMode: 'LOW',
      tags: { site: 'fanfare', stage: 'dev' },
    });
  });

  it('records it when there is a recording configuration and replays are wanted', async () => {
    mock.on(CreateChannelCommand).resolves({ channel: CHANNEL, streamKey: { value: 'sk_1' } });
    await recordingIngest.createChannel('ADA', true);
    await recordingIngest.createChannel('ADA', false);
    const [call, other] = mock.commandCalls(CreateChannelCommand);
    expect(call?.args[0].input).toMatchObject({ recordingConfigurationArn: RECORDING });
    expect(other?.args[0].input).not.toHaveProperty('recordingConfigurationArn');
  });

  it('restricts its playback to the sites of the policy', async () => {
    mock.on(CreateChannelCommand).resolves({ channel: CHANNEL, streamKey: { value: 'sk_1' } });
    await restrictingIngest.createChannel('ADA', true);
    const [call] = mock.commandCalls(CreateChannelCommand);
    expect(call?.args[0].input).toMatchObject({ playbackRestrictionPolicyArn: POLICY });
  });

  it.each([
    ['IVS throttles to the end', throttled, 1],
    ['the account has no channels left', full, 1],
    ['the account is not verified yet', awsFailure('PendingVerification'), 1],
  ])('is busy when %s', async (_, error, attempts) => {
    mock.on(CreateChannelCommand).rejects(error);
    const expected = { code: 'busy', message: BUSY, retryAfterS: 5 };
    await expect(ingest.createChannel('ADA', true)).rejects.toMatchObject(expected);
    expect(mock.commandCalls(CreateChannelCommand)).toHaveLength(attempts);
  });

  it('fails when IVS answers without a channel, or without its key', async () => {
    mock.on(CreateChannelCommand).resolves({ streamKey: { value: 'sk_1' } });
    await expect(ingest.createChannel('ADA', true)).rejects.toThrow('without a channel');
    mock.on(CreateChannelCommand).resolves({ channel: CHANNEL });
    await expect(ingest.createChannel('ADA', true)).rejects.toThrow('without a key');
  });
});

describe('preparing an IVS channel', () => {
  const channel = { arn: ARN, authorized: true, ingestEndpoint: 'now', playbackUrl: 'https://now/c.m3u8' };
  const made = { arn: ARN, rtmpUrl: 'rtmps://now:443/app/', playbackUrl: 'https://now/c.m3u8' };
  const updates = () => mock.commandCalls(UpdateChannelCommand).map(({ args }) => args[0].input);
  const having = (recordingConfigurationArn: string | undefined) =>
    mock.on(GetChannelCommand, { arn: ARN }).resolves({ channel: { ...channel, recordingConfigurationArn } });

  it.each([
    ['recorded from now on', '', true, RECORDING],
    ['not recorded any more', RECORDING, false, ''],
    ['recorded by a new configuration', `${RECORDING}Old`, true, RECORDING],
    ['recorded, though IVS says nothing of it', undefined, true, RECORDING],
  ])('changes it: %s', async (_, recording, isRecorded, recordingConfigurationArn) => {
    having(recording);
    mock.on(UpdateChannelCommand).resolves({});
    expect(await recordingIngest.prepareChannel(ARN, isRecorded)).toEqual(made);
    expect(updates()).toEqual([{ arn: ARN, recordingConfigurationArn }]);
  });

  it('restricts the playback of one that was made before, by one call with its other changes', async () => {
    mock.on(UpdateChannelCommand).resolves({});
    mock.on(GetChannelCommand).resolves({ channel: { ...channel, recordingConfigurationArn: '' } });
    expect(await restrictingIngest.prepareChannel(ARN, true)).toEqual(made);
    mock.on(GetChannelCommand).resolves({
      channel: { ...channel, playbackRestrictionPolicyArn: POLICY, recordingConfigurationArn: '' },
    });
    expect(await restrictingIngest.prepareChannel(ARN, false)).toEqual(made);
    expect(updates()).toEqual([
      { arn: ARN, recordingConfigurationArn: RECORDING, playbackRestrictionPolicyArn: POLICY },
    ]);
  });

  it('makes one that was made before play by signed addresses alone', async () => {
    mock.on(UpdateChannelCommand).resolves({});
    const before = { ...channel, authorized: false, recordingConfigurationArn: RECORDING };
    mock.on(GetChannelCommand).resolves({ channel: before });
    expect(await recordingIngest.prepareChannel(ARN, true)).toEqual(made);
    expect(updates()).toEqual([{ arn: ARN, authorized: true }]);
  });

  it('changes nothing when it is prepared already, and returns its addresses', async () => {
    having(RECORDING);
    expect(await recordingIngest.prepareChannel(ARN, true)).toEqual(made);
    expect(updates()).toEqual([]);
  });

  it('reports that IVS no longer has the channel', async () => {
    mock.on(GetChannelCommand).rejects(missing);
    expect(await recordingIngest.prepareChannel(ARN, true)).toBeNull();
    having('');
    mock.on(UpdateChannelCommand).rejects(missing);
    expect(await recordingIngest.prepareChannel(ARN, true)).toBeNull();
  });

  it('answers a conflict while the last stream is ending', async () => {
    having('');
    mock.on(UpdateChannelCommand).rejects(awsFailure('ConflictException'));
    await expect(recordingIngest.prepareChannel(ARN, true)).rejects.toMatchObject({
      code: 'conflict',
      message: 'stream_ending',
      retryAfterS: 5,
    });
  });
});

describe('issuing a stream key', () => {
  const issued = { streamKey: { arn: KEY_ARN, value: 'sk_new' } };

  it('revokes every earlier key first', async () => {
    const streamKeys = [{ arn: KEY_ARN }, { arn: `${KEY_ARN}2` }];
    mock.on(ListStreamKeysCommand, { channelArn: ARN }).resolves({ streamKeys });
    mock.on(DeleteStreamKeyCommand).resolves({});
    mock
      .on(CreateStreamKeyCommand, { channelArn: ARN, tags: { site: 'fanfare', stage: 'dev' } })
      .resolves(issued);
    expect(await ingest.issueKey(ARN)).toBe('sk_new');
    const names = mock.calls().map(({ args }) => args[0].constructor.name);
    expect(names).toEqual([
      'ListStreamKeysCommand',
      'DeleteStreamKeyCommand',
      'DeleteStreamKeyCommand',
      'CreateStreamKeyCommand',
    ]);
  });

  it('ignores a key that is gone already', async () => {
    mock.on(ListStreamKeysCommand).resolves({ streamKeys: [{ arn: KEY_ARN }] });
    mock.on(DeleteStreamKeyCommand).rejects(missing);
    mock.on(CreateStreamKeyCommand).resolves(issued);
    expect(await ingest.issueKey(ARN)).toBe('sk_new');
  });

  it('reports that IVS no longer has the channel', async () => {
    mock.on(ListStreamKeysCommand).rejects(missing);
    mock.on(CreateStreamKeyCommand).rejects(missing);
    expect(await ingest.issueKey(ARN)).toBeNull();
  });

  it('starts over when another request created a key meanwhile', async () => {
    mock.on(CreateStreamKeyCommand).rejectsOnce(full).rejectsOnce(full).resolves(issued);
    expect(await ingest.issueKey(ARN)).toBe('sk_new');
    expect(mock.commandCalls(ListStreamKeysCommand)).toHaveLength(3);
  });

  it('is busy when others keep creating keys', async () => {
    mock.on(CreateStreamKeyCommand).rejects(full);
    await expect(ingest.issueKey(ARN)).rejects.toMatchObject({ code: 'busy', cause: full });
    expect(mock.commandCalls(CreateStreamKeyCommand)).toHaveLength(3);
  });

  it.each([
    ['listing', ListStreamKeysCommand],
    ['making', CreateStreamKeyCommand],
  ] as const)('is tried again while IVS throttles the %s, and is busy in the end', async (_, Command) => {
    mock.on(CreateStreamKeyCommand).resolves(issued);
    mock.on(Command as typeof ListStreamKeysCommand).rejects(throttled);
    await expect(ingest.issueKey(ARN)).rejects.toMatchObject({ code: 'busy', message: BUSY });
    expect(mock.commandCalls(Command as typeof ListStreamKeysCommand)).toHaveLength(1);
  });
});

describe('revoking stream keys', () => {
  it('revokes all of them', async () => {
    mock.on(ListStreamKeysCommand).resolves({ streamKeys: [{ arn: KEY_ARN }] });
    mock.on(DeleteStreamKeyCommand).resolves({});
    await ingest.revokeKeys(ARN);
    expect(mock.commandCalls(DeleteStreamKeyCommand).map(({ args }) => args[0].input)).toEqual([
      { arn: KEY_ARN },
    ]);
  });

  it('succeeds when the channel is gone', async () => {
    mock.on(ListStreamKeysCommand).rejects(missing);
    await expect(ingest.revokeKeys(ARN)).resolves.toBeUndefined();
  });
});

describe('disconnecting the encoder', () => {
  it('stops the stream', async () => {
    mock.on(StopStreamCommand, { channelArn: ARN }).resolves({});
    await ingest.disconnect(ARN);
    expect(mock.commandCalls(StopStreamCommand)).toHaveLength(1);
  });

  it.each([awsFailure('ChannelNotBroadcasting'), missing])(
    'is done when there is none: %s',
    async (error) => {
      mock.on(StopStreamCommand).rejects(error);
      await expect(ingest.disconnect(ARN)).resolves.toBeUndefined();
    },
  );
});

describe('a stream that IVS cannot reach', () => {
  it('is unavailable', async () => {
    mock.on(StopStreamCommand).rejects(awsFailure('StreamUnavailable'));
    await expect(ingest.disconnect(ARN)).rejects.toMatchObject({ code: 'unavailable', message: BUSY });
  });
});

describe('an unexpected failure', () => {
  it.each([
    ['createChannel', CreateChannelCommand],
    ['issueKey', CreateStreamKeyCommand],
    ['revokeKeys', ListStreamKeysCommand],
    ['disconnect', StopStreamCommand],
  ] as const)('passes through %s unchanged, at once', async (verb, Command) => {
    const error = awsFailure('AccessDeniedException', 'not allowed');
    mock.on(Command as typeof StopStreamCommand).rejects(error);
    await expect(ingest[verb](ARN, true as never)).rejects.toBe(error);
    expect(mock.commandCalls(Command as typeof StopStreamCommand)).toHaveLength(1);
  });
});

describe('thirty people who press Create Stream at once', () => {
  const PEOPLE = Array.from({ length: 30 }, (_, n) => `channel/${n}`);
  const NOW_MS = Date.parse('2026-11-28T12:00:00Z');

  beforeEach(() => {
    vi.useFakeTimers({ now: NOW_MS });
    vi.spyOn(Math, 'random').mockRestore();
    // IVS's own rates, of the table that the stand-ins enforce.
    const throttle = apiThrottle('IVS');
    const counted = (operation: string, answer: (input: never) => object) => (input: unknown) => {
      throttle(operation);
      return answer(input as never);
    };
    mock.on(CreateChannelCommand).callsFake(
      counted('CreateChannel', ({ name }: { name: string }) => ({
        channel: { ...CHANNEL, arn: name },
        streamKey: { value: `sk_${name}` },
      })),
    );
    mock
      .on(GetChannelCommand)
      .callsFake(counted('GetChannel', ({ arn }: { arn: string }) => ({ channel: { ...CHANNEL, arn } })));
    mock.on(ListStreamKeysCommand).callsFake(counted('ListStreamKeys', () => ({ streamKeys: [] })));
    mock.on(CreateStreamKeyCommand).callsFake(
      counted('CreateStreamKey', ({ channelArn }: { channelArn: string }) => ({
        streamKey: { value: `sk_${channelArn}` },
      })),
    );
  });
  afterEach(() => vi.useRealTimers());

  /** What becomes of all of them, and in how long. */
  async function pressed(start: (name: string, untilMs: number) => Promise<string | null | undefined>) {
    const all = Promise.allSettled(PEOPLE.map((name) => start(name, NOW_MS + 12_000)));
    await vi.runAllTimersAsync();
    const ends = await all;
    return {
      keys: ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])),
      refusals: ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : [])),
      tookMs: Date.now() - NOW_MS,
    };
  }

  it('have a new channel each, by one call', async () => {
    const { keys, tookMs } = await pressed(
      async (name, untilMs) => (await ingest.createChannel(name, false, untilMs)).streamKey,
    );
    expect(keys).toEqual(PEOPLE.map((name) => `sk_${name}`));
    // Five a second.
    expect(tookMs).toBeGreaterThan(4000);
    expect(tookMs).toBeLessThan(12_000);
  });

  it('have their own channel, by three calls, or are refused with the time to come back', async () => {
    const { keys, refusals, tookMs } = await pressed(async (arn, untilMs) => {
      await ingest.prepareChannel(arn, false, untilMs);
      return ingest.issueKey(arn, untilMs);
    });
    expect(keys.length + refusals.length).toBe(PEOPLE.length);
    expect(keys.length).toBeGreaterThan(20);
    for (const refusal of refusals) expect(refusal).toMatchObject({ message: BUSY, retryAfterS: 5 });
    expect(tookMs).toBeLessThan(15_000);
  });
});
