import * as z from 'zod';
import type { Operation } from '../../aws/aws-server.ts';
import type { ChannelRecord, StreamKeyRecord } from '../state/channels-records.ts';
import { channelArn, newResourceId } from '../state/identifiers.ts';
import { conflictError } from '../state/ivs-errors.ts';
import { arnOfChannel, channelSettings, paging, parseInput, tags } from './ivs-input.ts';
import type { LiveChannelsContext } from './live-channels-context.ts';
import { newStreamKey, toStreamKey } from './stream-keys-operations.ts';

const DEFAULTS = {
  name: '',
  latencyMode: 'LOW',
  type: 'STANDARD',
  authorized: false,
  insecureIngest: false,
  recordingConfigurationArn: '',
  playbackRestrictionPolicyArn: '',
} as const;

const createInput = channelSettings.extend({ tags: tags.optional() });
const arnInput = z.object({ arn: arnOfChannel });
const listInput = paging.extend({ filterByName: channelSettings.shape.name });
const updateInput = channelSettings.extend({ arn: arnOfChannel });

/** IVS's operations on channels. Settings that only matter in the cloud are stored and returned. */
export function channelOperations(context: LiveChannelsContext): Record<string, Operation> {
  const { records } = context;
  return {
    CreateChannel: (input: unknown) => createChannel(context, input),
    GetChannel: (input: unknown) => {
      const { arn } = parseInput(arnInput, input);
      return { channel: toChannel(context, records.channelByArn(arn)) };
    },
    ListChannels: (input: unknown) => {
      const { filterByName, maxResults = 50, nextToken = '0' } = parseInput(listInput, input);
      const all = records.channels
        .list()
        .filter(({ name }) => filterByName === undefined || name === filterByName);
      const end = Number(nextToken) + maxResults;
      return {
        channels: all.slice(Number(nextToken), end).map(toSummary),
        ...(end < all.length && { nextToken: String(end) }),
      };
    },
    UpdateChannel: (input: unknown) => {
      const { arn, ...changes } = parseInput(updateInput, input);
      const channel: ChannelRecord = { ...offlineChannel(context, arn), ...withoutUndefined(changes) };
      records.channels.put(channel.id, channel);
      return { channel: toChannel(context, channel) };
    },
    DeleteChannel: (input: unknown) => deleteChannel(context, input),
  };
}

async function createChannel(
  { records, ingest, ...context }: LiveChannelsContext,
  input: unknown,
): Promise<object> {
  const settings = parseInput(createInput, input);
  const channel: ChannelRecord = {
    ...DEFAULTS,
    tags: {},
    ...withoutUndefined(settings),
    id: newResourceId(),
  };
  const streamKey = newStreamKey(channel.id);
  records.transaction(() => {
    records.channels.put(channel.id, channel);
    records.streamKeys.put(streamKey.id, streamKey);
  });
  await ingest.call({ do: 'admit', key: streamKey.value, channelId: channel.id });
  return { channel: toChannel(context, channel), streamKey: toStreamKey(streamKey) };
}

async function deleteChannel(context: LiveChannelsContext, input: unknown): Promise<undefined> {
  const { records, ingest } = context;
  const { id } = offlineChannel(context, parseInput(arnInput, input).arn);
  const streamKeys: readonly StreamKeyRecord[] = records.streamKeysOf(id);
  records.transaction(() => {
    for (const streamKey of streamKeys) records.streamKeys.delete(streamKey.id);
    records.channels.delete(id);
  });
  await Promise.all(streamKeys.map(({ value }) => ingest.call({ do: 'revoke', key: value })));
  return undefined;
}

/** IVS does not change or delete a channel that has a live stream. */
function offlineChannel({ records, streams }: LiveChannelsContext, arn: string): ChannelRecord {
  const channel = records.channelByArn(arn);
  if (streams.connected(channel.id)) throw conflictError(`Channel: ${arn} is live`);
  return channel;
}

const toSummary = ({
  id,
  name,
  latencyMode,
  authorized,
  recordingConfigurationArn,
  tags,
}: ChannelRecord) => ({
  arn: channelArn(id),
  name,
  latencyMode,
  authorized,
  recordingConfigurationArn,
  tags,
});

export function toChannel(
  { ingestEndpoint, playbackUrl }: Pick<LiveChannelsContext, 'ingestEndpoint' | 'playbackUrl'>,
  { id, ...channel }: ChannelRecord,
): object {
  return { arn: channelArn(id), ...channel, ingestEndpoint, playbackUrl: playbackUrl(id) };
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}
