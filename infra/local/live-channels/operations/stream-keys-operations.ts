import * as z from 'zod';
import type { Operation } from '../../aws/aws-server.ts';
import type { StreamKeyRecord } from '../state/channels-records.ts';
import { channelArn, newResourceId, newStreamKeyValue, streamKeyArn } from '../state/identifiers.ts';
import { quotaError } from '../state/ivs-errors.ts';
import { arnOfChannel, arnOfStreamKey, cutPage, paging, parseInput, tags } from './ivs-input.ts';
import type { LiveChannelsContext } from './live-channels-context.ts';

/** The quota "Stream keys per channel", which AWS does not increase. */
const STREAM_KEYS_PER_CHANNEL = 1;

const createInput = z.object({ channelArn: arnOfChannel, tags: tags.optional() });
const arnInput = z.object({ arn: arnOfStreamKey });
const listInput = paging.extend({ channelArn: arnOfChannel });

/** IVS's operations on stream keys. Creating or deleting a key takes effect before the response. */
export function streamKeyOperations({ records, ingest }: LiveChannelsContext): Record<string, Operation> {
  return {
    CreateStreamKey: async (input: unknown) => {
      const { channelArn: arn, tags: given } = parseInput(createInput, input);
      const channelId = records.channelByArn(arn).id;
      if (records.streamKeysOf(channelId).length >= STREAM_KEYS_PER_CHANNEL) {
        throw quotaError('Stream key quota exceeded: a channel has at most 1.');
      }
      const streamKey = newStreamKey(channelId, given);
      records.streamKeys.put(streamKey.id, streamKey);
      await ingest.call({ do: 'admit', key: streamKey.value, channelId });
      return { streamKey: toStreamKey(streamKey) };
    },
    GetStreamKey: (input: unknown) => {
      const { arn } = parseInput(arnInput, input);
      return { streamKey: toStreamKey(records.streamKeyByArn(arn)) };
    },
    ListStreamKeys: (input: unknown) => {
      const { channelArn: arn, ...page } = parseInput(listInput, input);
      const streamKeys = records.streamKeysOf(records.channelByArn(arn).id);
      const { items, next } = cutPage(streamKeys, ({ id }) => id, page);
      return { streamKeys: items.map(toSummary), ...next };
    },
    DeleteStreamKey: async (input: unknown) => {
      const { id, value } = records.streamKeyByArn(parseInput(arnInput, input).arn);
      records.streamKeys.delete(id);
      await ingest.call({ do: 'revoke', key: value });
      return undefined;
    },
  };
}

export function newStreamKey(channelId: string, given: StreamKeyRecord['tags'] = {}): StreamKeyRecord {
  return { id: newResourceId(), value: newStreamKeyValue(), channelId, tags: given };
}

export function toStreamKey(streamKey: StreamKeyRecord): object {
  return { ...toSummary(streamKey), value: streamKey.value };
}

function toSummary({ id, channelId, tags: given }: StreamKeyRecord): object {
  return { arn: streamKeyArn(id), channelArn: channelArn(channelId), tags: given };
}
