/** The parts of node-media-server that the ingest uses: its RTMP and FLV protocols, without its servers. */

declare module 'node-media-server/src/protocol/rtmp.js' {
  import type { AvPacket } from 'node-media-server/src/protocol/flv.js';

  /** One RTMP connection, without its socket: bytes in by `parserData`, bytes out by `onOutputCallback`. */
  export default class Rtmp {
    /** The message stream that the peer publishes on. */
    streamId: number;
    onOutputCallback: (bytes: Buffer) => void;
    /** Says what the peer asked for; `onPushCallback` or `onPlayCallback` follows at once. */
    onConnectCallback: (request: { readonly app: string; readonly name: string }) => void;
    onPushCallback: () => void;
    onPlayCallback: () => void;
    onPacketCallback: (packet: AvPacket) => void;
    onDeleteStream: () => void;
    /** The message of each chunk stream that is being read. */
    readonly inPackets: ReadonlyMap<number, unknown>;
    /** The one whose bytes come next. */
    readonly parserPacket: { readonly header: { readonly length: number }; payload: Buffer; clock: number };
    /** Makes room for `parserPacket`, which says how long it is going to be. */
    packetAlloc(): void;
    /** Answers a message if the peer broke the protocol; throws on commands that it cannot read. */
    parserData(bytes: Buffer): string | null;
    respondPublish(): void;
    respondPlay(): void;
    sendACK(receivedBytes: number): void;
    sendStatusMessage(streamId: number, level: 'status' | 'error', code: string, description: string): void;
  }
}

declare module 'node-media-server/src/protocol/flv.js' {
  /** One FLV tag. Its `data` is overwritten by the next packet of the same connection. */
  export interface AvPacket {
    /** 8 audio, 9 video, 18 script data. */
    readonly codec_type: number;
    /** FLV's number of the codec, or four characters of one that came later. */
    readonly codec_id: number;
    /** On the encoder's clock, in ms. */
    readonly dts: number;
    /** 0 audio header, 1 audio, 2 video header, 3 keyframe, 4 other frame, 5 script data, 6 video metadata. */
    readonly flags: number;
    readonly size: number;
    readonly data: Buffer;
  }

  export default class Flv {
    static createHeader(hasAudio: boolean, hasVideo: boolean): Buffer;
    static createMessage(packet: AvPacket): Buffer;
    onPacketCallback: (packet: AvPacket) => void;
    parserData(bytes: Buffer): string | null;
  }
}

declare module 'node-media-server/src/protocol/amf.js' {
  const Amf: {
    /** A data message, its arguments by name. Throws where it is none. */
    decodeAmf0Data(data: Buffer): { readonly cmd?: string; readonly dataObj?: unknown };
  };
  export default Amf;
}

declare module 'node-media-server/src/core/logger.js' {
  const logger: { level: 'trace' | 'debug' | 'info' | 'warn' | 'error' };
  export default logger;
}
