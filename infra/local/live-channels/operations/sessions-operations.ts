import * as z from 'zod';
import type { Operation } from '../../aws/aws-server.ts';
import type { EncoderSettings } from '../ingest/ingest-messages.ts';
import { notFoundError } from '../state/ivs-errors.ts';
import { toChannel } from './channels-operations.ts';
import { arnOfChannel, parseInput } from './ivs-input.ts';
import type { LiveChannelsContext } from './live-channels-context.ts';

const sessionInput = z.object({ channelArn: arnOfChannel, streamId: z.string().optional() });

/** IVS's operations on stream sessions. Only connected encoders have one here; IVS keeps sessions for sixty days. */
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
          ingestConfiguration: ingestConfiguration(measurements.settingsOf(channel.id)),
          truncatedEvents: [start],
        },
      };
    },
  };
}

/** IVS returns a bit rate, frame rate or size of 0 if the encoder does not declare it. */
const ingestConfiguration = (settings: EncoderSettings) => ({
  video: {
    codec: settings.videoCodec ?? '',
    avcProfile: settings.avcProfile ?? '',
    avcLevel: settings.avcLevel ?? '',
    encoder: settings.encoder ?? '',
    targetBitrate: settings.videoBitsPerSecond ?? 0,
    targetFramerate: Math.round(settings.framesPerSecond ?? 0),
    videoWidth: settings.width ?? 0,
    videoHeight: settings.height ?? 0,
  },
  ...(settings.audioCodec && {
    audio: {
      codec: settings.audioCodec,
      channels: settings.channels ?? 0,
      sampleRate: settings.sampleRate ?? 0,
      targetBitrate: settings.audioBitsPerSecond ?? 0,
    },
  }),
});
