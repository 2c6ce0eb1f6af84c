import {
  CreateChannelCommand,
  CreateStreamKeyCommand,
  DeleteChannelCommand,
  DeleteStreamKeyCommand,
  GetChannelCommand,
  ListChannelsCommand,
  ListStreamKeysCommand,
  StartViewerSessionRevocationCommand,
  StopStreamCommand,
  UpdateChannelCommand,
  type Channel,
  type UpdateChannelCommandInput,
  type IvsClient,
} from '@aws-sdk/client-ivs';
import { ivs } from '#functions/aws/ivs.ts';
import { resourceTags } from '#functions/aws/resource-tags.ts';
import { isAwsError, isContended, nullOn } from '#functions/aws/retry.ts';
import { busy, DomainError, unavailable } from '#functions/base/errors.ts';
import type { IngestChannel } from './stream.ts';
import type { LiveIngest } from './ports.ts';

/** Retries when a concurrent request has issued a key, because a channel may have a single one. */
const ISSUE_ATTEMPTS = 3;
/** Between two attempts of a call that IVS throttles. */
const MIN_DELAY_MS = 250;
const JITTER_MS = 1000;

export interface IvsOptions {
  /** @default the Lambda's own */
  readonly client?: () => IvsClient;
  /** The encoders' address; `{endpoint}` is replaced by the channel's ingest endpoint. */
  readonly rtmpUrlTemplate: string;
  /** For channels that keep replays. Empty: no channel is recorded. */
  readonly recordingConfigurationArn: string;
  /** Says which sites may play the channels. @default any */
  readonly playbackRestrictionPolicyArn?: string;
}

/**
 * The adapter of Amazon IVS. Throws `busy` when IVS throttles all attempts (CreateChannel: 5 a second) or the
 * account is full, `unavailable` when a stream is (StopStream). Source: Amazon IVS Low-Latency Streaming API Reference.
 */
export const ivsIngest = ({
  client = ivs,
  rtmpUrlTemplate,
  recordingConfigurationArn,
  playbackRestrictionPolicyArn = '',
}: IvsOptions): LiveIngest => ({
  createChannel: async (name, isRecorded, untilMs) => {
    const recording = isRecorded ? recordingConfigurationArn : '';
    const create = new CreateChannelCommand({
      name,
      type: 'STANDARD',
      latencyMode: 'LOW',
      authorized: true,
      tags: resourceTags(),
      ...(recording && { recordingConfigurationArn: recording }),
      ...(playbackRestrictionPolicyArn && { playbackRestrictionPolicyArn }),
    });
    const { channel, streamKey } = await orUnavailable(() => client().send(create), untilMs);
    if (!streamKey?.value) throw new Error('IVS answered CreateChannel without a key');
    return { ingestChannel: toIngestChannel(channel, rtmpUrlTemplate), streamKey: streamKey.value };
  },
  findChannels: async (filterByName) => {
    const own = resourceTags();
    const arns: string[] = [];
    let nextToken: string | undefined;
    do {
      const page = await client().send(new ListChannelsCommand({ filterByName, nextToken }));
      for (const { arn, tags } of page.channels ?? [])
        if (arn && tags?.['site'] === own.site && tags['stage'] === own.stage) arns.push(arn);
      nextToken = page.nextToken;
    } while (nextToken);
    return arns;
  },
  prepareChannel: async (arn, isRecorded, untilMs) => {
    const recording = isRecorded ? recordingConfigurationArn : '';
    const get = () => client().send(new GetChannelCommand({ arn }));
    const channel = (await ignoring(['ResourceNotFoundException'], get, untilMs))?.channel;
    if (!channel) return null;
    const changes = {
      ...(!channel.authorized && { authorized: true }),
      ...((channel.recordingConfigurationArn ?? '') !== recording && {
        recordingConfigurationArn: recording,
      }),
      ...((channel.playbackRestrictionPolicyArn ?? '') !== playbackRestrictionPolicyArn && {
        playbackRestrictionPolicyArn,
      }),
    };
    const isSet =
      Object.keys(changes).length === 0 || (await updateChannel(client(), { arn, ...changes }, untilMs));
    return isSet ? toIngestChannel(channel, rtmpUrlTemplate) : null;
  },
  issueKey: (arn, untilMs) => issueKey(client(), arn, untilMs),
  revokeKeys: (arn) => revokeKeys(client(), arn),
  revokeViewers: async (channelArn, viewerId) => {
    await ignoring(['ResourceNotFoundException'], () =>
      client().send(new StartViewerSessionRevocationCommand({ channelArn, viewerId })),
    );
  },
  disconnect: async (channelArn) => {
    await ignoring(['ChannelNotBroadcasting', 'ResourceNotFoundException'], () =>
      client().send(new StopStreamCommand({ channelArn })),
    );
  },
  deleteChannel: async (arn) => {
    try {
      await ignoring(['ResourceNotFoundException'], () => client().send(new DeleteChannelCommand({ arn })));
      return true;
    } catch (error) {
      if (isAwsError(error, 'ConflictException')) return false;
      throw error;
    }
  },
});

function toIngestChannel(channel: Channel | undefined, rtmpUrlTemplate: string): IngestChannel {
  const { arn, ingestEndpoint, playbackUrl } = channel ?? {};
  if (!arn || !ingestEndpoint || !playbackUrl) throw new Error('IVS answered without a channel');
  return { arn, rtmpUrl: rtmpUrlTemplate.replace('{endpoint}', ingestEndpoint), playbackUrl };
}

/** False when IVS no longer has the channel. */
async function updateChannel(
  client: IvsClient,
  changes: UpdateChannelCommandInput,
  untilMs: number | undefined,
): Promise<boolean> {
  const update = () => client.send(new UpdateChannelCommand(changes));
  try {
    return (await ignoring(['ResourceNotFoundException'], update, untilMs)) !== null;
  } catch (error) {
    if (!isAwsError(error, 'ConflictException')) throw error;
    // IVS refuses changes of a live channel, and a stopped stream stays live for a moment.
    throw new DomainError('conflict', 'stream_ending', { cause: error, retryAfterS: 5 });
  }
}

async function issueKey(
  client: IvsClient,
  channelArn: string,
  untilMs: number | undefined,
): Promise<string | null> {
  const create = new CreateStreamKeyCommand({ channelArn, tags: resourceTags() });
  for (let attempt = 1; ; attempt++) {
    try {
      // Deletes existing keys first: a failed start may leave one behind.
      await revokeKeys(client, channelArn, untilMs);
      const { streamKey } = await patiently(() => client.send(create), untilMs);
      if (!streamKey?.value) throw new Error('IVS answered CreateStreamKey without a key');
      return streamKey.value;
    } catch (error) {
      if (isAwsError(error, 'ResourceNotFoundException')) return null;
      const isConflict = isAwsError(error, 'ServiceQuotaExceededException') && attempt < ISSUE_ATTEMPTS;
      if (!isConflict) throw translate(error);
    }
  }
}

async function revokeKeys(client: IvsClient, channelArn: string, untilMs?: number): Promise<void> {
  const list = () => client.send(new ListStreamKeysCommand({ channelArn }));
  const listed = await ignoring(['ResourceNotFoundException'], list, untilMs);
  for (const { arn } of listed?.streamKeys ?? []) {
    const remove = () => client.send(new DeleteStreamKeyCommand({ arn }));
    await ignoring(['ResourceNotFoundException'], remove, untilMs);
  }
}

/** Ignores these errors, such as that of deleting what is gone. */
const ignoring = <T>(names: readonly string[], call: () => Promise<T>, untilMs?: number): Promise<T | null> =>
  nullOn(names, () => orUnavailable(call, untilMs));

/**
 * Waits for its turn until then, because IVS takes five calls of an operation a second from all of an account. The SDK's own
 * attempts end after some four seconds.
 */
async function patiently<T>(call: () => Promise<T>, untilMs = 0): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isContended(error) || Date.now() >= untilMs) throw error;
      const delayMs = MIN_DELAY_MS + Math.random() * JITTER_MS;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}

async function orUnavailable<T>(call: () => Promise<T>, untilMs?: number): Promise<T> {
  try {
    return await patiently(call, untilMs);
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  const isShort = isAwsError(error, 'ServiceQuotaExceededException', 'PendingVerification');
  if (isShort || isContended(error)) return busy('streaming_busy', error);
  return isAwsError(error, 'StreamUnavailable') ? unavailable('streaming_busy', error) : error;
}
