import * as z from 'zod';
import type { Operation } from '../../aws/aws-server.ts';
import type { SaidStream } from '../ingest/ingest.messages.ts';
import { notFoundError } from '../state/ivs.errors.ts';
import { toChannel } from './channels.operations.ts';
import { arnOfChannel, parseInput } from './ivs.input.ts';
import type { LiveChannelsContext } from './live-channels.context.ts';

const sessionInput = z.object({ channelArn: arnOfChannel, streamId: z.string().optional() });

/** IVS's operations on sessions: of encoders that are connected, where IVS remembers those of sixty days. */
export function sessionOperations(context: LiveChannelsContext): Record<string, Operation> {
  const { records, streams, measurements } = context;
  return {
    GetStreamSession: (input: unknown) => {
      const { channelArn, streamId } = parseInput(sessionInput, input);
      const channel = records.channelByArn(channelArn);
      const stream = streams.connected(channel.id);
      if (!stream || (streamId !== undefined && streamId !== stream.streamId))
        throw notFoundError(channelArn);
      const start = { name: 'Stream Start', type: 'IVS Stream State Change', eventTime: stream.startTime };
      return {
        streamSession: {
          streamId: stream.streamId,
          startTime: stream.startTime,
          channel: toChannel(context, channel),
          ingestConfiguration: ingestConfiguration(measurements.saidOf(channel.id)),
          truncatedEvents: [start],
        },
      };
    },
  };
}

/** IVS answers a bit rate, a frame rate or a size of 0 where the encoder does not say. */
const ingestConfiguration = (said: SaidStream) => ({
  video: {
    codec: said.videoCodec ?? '',
    avcProfile: said.avcProfile ?? '',
    avcLevel: said.avcLevel ?? '',
    encoder: said.encoder ?? '',
    targetBitrate: said.videoBitsPerSecond ?? 0,
    targetFramerate: Math.round(said.framesPerSecond ?? 0),
    videoWidth: said.width ?? 0,
    videoHeight: said.height ?? 0,
  },
  ...(said.audioCodec && {
    audio: {
      codec: said.audioCodec,
      channels: said.channels ?? 0,
      sampleRate: said.sampleRate ?? 0,
      targetBitrate: said.audioBitsPerSecond ?? 0,
    },
  }),
});
