import {
  CreateChannelCommand,
  CreateStreamKeyCommand,
  DeleteChannelCommand,
  DeleteStreamKeyCommand,
  GetChannelCommand,
  ListStreamKeysCommand,
  StopStreamCommand,
  UpdateChannelCommand,
  type Channel,
  type IvsClient,
} from '@aws-sdk/client-ivs';
import { ivs } from '../aws/ivs.ts';
import { resourceTags } from '../aws/resource-tags.ts';
import { isAwsError, isContended, nullOn } from '../aws/retry.ts';
import { busy, DomainError, unavailable } from '../base/errors.ts';
import type { IngestChannel } from './stream.ts';
import type { LiveIngest } from './ports.ts';

/** Retries when a concurrent request has issued a key, because a channel may have a single one. */
const ISSUE_ATTEMPTS = 3;

export interface IvsOptions {
  /** @default the Lambda's own */
  readonly client?: () => IvsClient;
  /** The encoders' address; `{endpoint}` stands for the channel's ingest endpoint. */
  readonly rtmpUrlTemplate: string;
  /** For channels that keep replays. Empty: no channel is recorded. */
  readonly recordingConfigurationArn: string;
}

/**
 * The adapter of Amazon IVS. Throws `busy` when IVS throttles all attempts (CreateChannel: 5 a second) or the
 * account is full, `unavailable` when a stream is (StopStream). Source: Amazon IVS Low-Latency Streaming API Reference.
 */
export const ivsIngest = ({
  client = ivs,
  rtmpUrlTemplate,
  recordingConfigurationArn,
}: IvsOptions): LiveIngest => ({
  createChannel: async (name, isRecorded) => {
    const recording = isRecorded ? recordingConfigurationArn : '';
    const { channel } = await orUnavailable(() =>
      client().send(
        new CreateChannelCommand({
          name,
          type: 'STANDARD',
          latencyMode: 'LOW',
          tags: resourceTags(),
          ...(recording && { recordingConfigurationArn: recording }),
        }),
      ),
    );
    return toIngestChannel(channel, rtmpUrlTemplate);
  },
  prepareChannel: async (arn, isRecorded) => {
    const recording = isRecorded ? recordingConfigurationArn : '';
    const get = () => client().send(new GetChannelCommand({ arn }));
    const channel = (await ignoring(['ResourceNotFoundException'], get))?.channel;
    if (!channel) return null;
    const isSet =
      (channel.recordingConfigurationArn ?? '') === recording ||
      (await setRecording(client(), arn, recording));
    return isSet ? toIngestChannel(channel, rtmpUrlTemplate) : null;
  },
  issueKey: (arn) => issueKey(client(), arn),
  revokeKeys: (arn) => revokeKeys(client(), arn),
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
async function setRecording(
  client: IvsClient,
  arn: string,
  recordingConfigurationArn: string,
): Promise<boolean> {
  const update = new UpdateChannelCommand({ arn, recordingConfigurationArn });
  try {
    return (await ignoring(['ResourceNotFoundException'], () => client.send(update))) !== null;
  } catch (error) {
    if (!isAwsError(error, 'ConflictException')) throw error;
    // IVS refuses changes of a live channel, and a stopped stream stays live for a moment.
    throw new DomainError('conflict', 'stream_ending', { cause: error, retryAfterS: 5 });
  }
}

async function issueKey(client: IvsClient, channelArn: string): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      // Deletes existing keys first: CreateChannel makes one, and a failed start may leave one behind.
      await revokeKeys(client, channelArn);
      const { streamKey } = await client.send(
        new CreateStreamKeyCommand({ channelArn, tags: resourceTags() }),
      );
      if (!streamKey?.value) throw new Error('IVS answered CreateStreamKey without a key');
      return streamKey.value;
    } catch (error) {
      if (isAwsError(error, 'ResourceNotFoundException')) return null;
      const isConflict = isAwsError(error, 'ServiceQuotaExceededException') && attempt < ISSUE_ATTEMPTS;
      if (!isConflict) throw translate(error);
    }
  }
}

async function revokeKeys(client: IvsClient, channelArn: string): Promise<void> {
  const list = () => client.send(new ListStreamKeysCommand({ channelArn }));
  const listed = await ignoring(['ResourceNotFoundException'], list);
  for (const { arn } of listed?.streamKeys ?? []) {
    await ignoring(['ResourceNotFoundException'], () => client.send(new DeleteStreamKeyCommand({ arn })));
  }
}

/** Ignores these errors, such as that of deleting what is gone. */
const ignoring = <T>(names: readonly string[], call: () => Promise<T>): Promise<T | null> =>
  nullOn(names, () => orUnavailable(call));

async function orUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translate(error);
  }
}

function translate(error: unknown): unknown {
  const isShort = isAwsError(error, 'ServiceQuotaExceededException', 'PendingVerification');
  if (isShort || isContended(error)) return busy('streaming_busy', error);
  return isAwsError(error, 'StreamUnavailable') ? unavailable('streaming_busy', error) : error;
}
