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
import { isAwsError, isContended, nullOn } from '../aws/retry.ts';
import { DomainError, unavailable } from '../base/errors.ts';
import type { IngestChannel } from './stream.ts';
import type { LiveIngest } from './ports.ts';

/** How often a key is made anew when another request has just made one: a channel may have a single key. */
const ISSUE_ATTEMPTS = 3;

export interface IvsOptions {
  /** @default the Lambda's own */
  readonly client?: () => IvsClient;
  /** The address for encoders; `{endpoint}` stands for the channel's ingest endpoint. */
  readonly rtmpUrlTemplate: string;
  /** For those who keep replays. Empty: no channel is recorded. */
  readonly recordingConfigurationArn: string;
}

/**
 * Amazon IVS as streaming sees it. What it throttles to the end (CreateChannel: 5 a second), and a full account, is
 * `unavailable`. Source: Amazon IVS Low-Latency Streaming API Reference.
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
    // IVS changes no channel that is on the air, and a stream that was stopped is so for a moment more.
    const words = 'Your last stream is still ending. Please try again in a moment.';
    throw new DomainError('conflict', words, { cause: error, retryAfterS: 5 });
  }
}

async function issueKey(client: IvsClient, channelArn: string): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      // First away with what is there: the key that CreateChannel makes, or one that a failed start left behind.
      await revokeKeys(client, channelArn);
      const { streamKey } = await client.send(new CreateStreamKeyCommand({ channelArn }));
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

/** What is gone already need not be taken away. */
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
  const isShort = isAwsError(
    error,
    'ServiceQuotaExceededException',
    'PendingVerification',
    'StreamUnavailable',
  );
  if (isShort || isContended(error)) {
    return unavailable('Live streaming is very busy right now. Please try again in a moment.', error);
  }
  return error;
}
