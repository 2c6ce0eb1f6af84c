/** The parts of node-media-server that the ingest uses: its RTMP and FLV protocols, without its servers. */

declare module 'node-media-server/src/protocol/rtmp.js' {
  import type { AvPacket } from 'node-media-server/src/protocol/flv.js';

  /** One RTMP connection without its socket: receives bytes by `parserData`, sends them by `onOutputCallback`. */
  export default class Rtmp {
    /** The message stream that the peer publishes on. */
    streamId: number;
    onOutputCallback: (bytes: Buffer) => void;
    /** Called with the peer's request; `onPushCallback` or `onPlayCallback` follows immediately. */
    onConnectCallback: (request: { readonly app: string; readonly name: string }) => void;
    onPushCallback: () => void;
    onPlayCallback: () => void;
    onPacketCallback: (packet: AvPacket) => void;
    onDeleteStream: () => void;
    /** The incomplete message of each chunk stream. */
    readonly inPackets: ReadonlyMap<number, unknown>;
    /** The message whose bytes come next. */
    readonly parserPacket: { readonly header: { readonly length: number }; payload: Buffer; clock: number };
    /** Allocates `parserPacket` with its announced length. */
    packetAlloc(): void;
    /** Returns a message if the peer violated the protocol. Throws on commands that it cannot parse. */
    parserData(bytes: Buffer): string | null;
    respondPublish(): void;
    respondPlay(): void;
    sendACK(receivedBytes: number): void;
    sendStatusMessage(streamId: number, level: 'status' | 'error', code: string, description: string): void;
  }
}

declare module 'node-media-server/src/protocol/flv.js' {
  /** One FLV tag. Its `data` is overwritten by the connection's next packet. */
  export interface AvPacket {
    /** 8 audio, 9 video, 18 script data. */
    readonly codec_type: number;
    /** FLV's codec id, or a FourCC. */
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
    /** Parses a data message into its arguments by name. Throws if it is not one. */
    decodeAmf0Data(data: Buffer): { readonly cmd?: string; readonly dataObj?: unknown };
  };
  export default Amf;
}

declare module 'node-media-server/src/core/logger.js' {
  const logger: { level: 'trace' | 'debug' | 'info' | 'warn' | 'error' };
  export default logger;
}
