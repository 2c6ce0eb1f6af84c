import * as z from 'zod';
import type { Operation } from '../../aws/aws-server.ts';
import { channelArn } from '../state/identifiers.ts';
import { notBroadcastingError } from '../state/ivs-errors.ts';
import { arnOfChannel, cutPage, paging, parseInput } from './ivs-input.ts';
import type { LiveChannelsContext } from './live-channels-context.ts';
import type { LiveStream } from './live-streams.ts';

/** An encoder's health is not measured: a slow one is healthy, a silent one is disconnected. */
const HEALTH = 'HEALTHY';

const channelInput = z.object({ channelArn: arnOfChannel });
const revocationInput = channelInput.extend({ viewerId: z.string().min(1).max(40) });
const listInput = paging.extend({
  filterBy: z.object({ health: z.enum(['HEALTHY', 'STARVING', 'UNKNOWN']).optional() }).optional(),
});

export function streamOperations({
  records,
  streams,
  tokens,
  ingest,
}: LiveChannelsContext): Record<string, Operation> {
  return {
    ListStreams: (input: unknown) => {
      const { filterBy, ...page } = parseInput(listInput, input);
      const matching = filterBy?.health && filterBy.health !== HEALTH ? [] : streams.list();
      const { items, next } = cutPage(matching, ({ channelId }) => channelId, page);
      return { streams: items.map(toSummary), ...next };
    },
    StopStream: async (input: unknown) => {
      const { channelArn: arn } = parseInput(channelInput, input);
      const channelId = records.channelByArn(arn).id;
      if (!streams.connected(channelId)) throw notBroadcastingError(arn);
      await ingest.call({ do: 'stop', channelId });
      return {};
    },
    StartViewerSessionRevocation: (input: unknown) => {
      const { channelArn: arn, viewerId } = parseInput(revocationInput, input);
      tokens.revoke(channelArn(records.channelByArn(arn).id), viewerId);
      return undefined;
    },
  };
}

function toSummary({ channelId, streamId, startTime }: LiveStream): object {
  return {
    channelArn: channelArn(channelId),
    streamId,
    state: 'LIVE',
    health: HEALTH,
    viewerCount: 0,
    startTime,
  };
}
