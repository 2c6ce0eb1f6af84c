import {
  BufferSource,
  EncodedPacketSink,
  Input,
  MPEG_TS,
  type EncodedPacket,
  type InputTrack,
} from 'mediabunny';

export class BrokenOutputError extends Error {
  override readonly name = 'BrokenOutputError';
}

export interface JobOutput {
  readonly video: {
    readonly packets: readonly EncodedPacket[];
    readonly decoderConfig: VideoDecoderConfig;
  };
  readonly audio?: {
    readonly packets: readonly EncodedPacket[];
    readonly decoderConfig: AudioDecoderConfig;
  };
}

/** Reads MPEG-TS (ISO 13818-1) of H.264 and AAC, else throws `BrokenOutputError`. Times are the file's, in s. */
export async function readJobOutput(ts: Uint8Array): Promise<JobOutput> {
  using input = new Input({ source: new BufferSource(ts), formats: [MPEG_TS] });
  const [videoTrack, audioTrack] = await tracksOf(input);
  const packets = videoTrack ? await packetsOf(videoTrack) : [];
  const decoderConfig = await videoTrack?.getDecoderConfig();
  if (!videoTrack || !decoderConfig || packets[0]?.type !== 'key')
    throw new BrokenOutputError('The job made no picture');
  const audioConfig = await audioTrack?.getDecoderConfig();
  return {
    video: { packets, decoderConfig },
    ...(audioTrack &&
      audioConfig && {
        audio: { packets: await packetsOf(audioTrack), decoderConfig: audioConfig },
      }),
  };
}

async function tracksOf(input: Input) {
  try {
    return [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()] as const;
  } catch (error) {
    throw new BrokenOutputError('The job made no MPEG-TS', { cause: error });
  }
}

async function packetsOf(track: InputTrack): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  return packets;
}
