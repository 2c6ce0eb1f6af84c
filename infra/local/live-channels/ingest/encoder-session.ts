import type { Socket } from 'node:net';
import Rtmp from 'node-media-server/src/protocol/rtmp.js';
import { keyIn } from './ingest-address.ts';
import type { AvPacket } from 'node-media-server/src/protocol/flv.js';

/** A connection that has not published by then is closed. */
const PUBLISH_DEADLINE_MS = 10_000;
/** An encoder that sends nothing for this long is disconnected. */
const SILENCE_LIMIT_MS = 10_000;
/** Some encoders stop sending without acknowledgements (RTMP 1.0 §5.4.3). */
const ACKNOWLEDGE_EVERY_BYTES = 2_500_000;

/** Maximum size of a message before the encoder publishes; commands have some hundred bytes. */
const MAX_COMMAND_BYTES = 64 * 1024;
/** A keyframe at 50 Mbit/s has a quarter of this. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
/** RTMP timestamps have 32 bits (RTMP 1.0 §3). */
const CLOCK_MS = 2 ** 32;
/** Bytes that the parser reads of every message. */
const MAX_TAG_BYTES = 5;
/** Encoders use three or four. Each may have one incomplete message. */
const MAX_CHUNK_STREAMS = 8;

/** Receives an admitted encoder's packets. */
export interface Publication {
  write(packet: AvPacket): void;
  /** The encoder has disconnected. */
  end(): void;
}

/** Checks a stream key; `drop` disconnects the encoder. Returns a sentence if it refuses the key. */
export type Admit = (key: string, drop: () => void) => Promise<Publication | string>;

/**
 * Handles the RTMP connection of one encoder. It may publish once, with a key that `admit` accepts. An encoder that is
 * refused, tries to play, or violates the protocol gets an error status and is disconnected.
 */
export function serveEncoder(socket: Socket, admit: Admit): void {
  const rtmp = new Rtmp();
  const confirmPublish = rtmp.respondPublish.bind(rtmp);
  // The protocol code confirms before it asks. Encoders show "wrong key" only if they are refused instead of confirmed.
  rtmp.respondPublish = () => {};
  rtmp.respondPlay = () => {};
  let requested: { readonly app: string; readonly name: string } | undefined;
  let isAsking = false;
  let publication: Publication | undefined;
  const drop = (): void => void socket.destroy();
  const deadline = setTimeout(drop, PUBLISH_DEADLINE_MS);

  const refuse = (code: string, reason: string): void => {
    rtmp.sendStatusMessage(rtmp.streamId, 'error', code, reason);
    socket.destroySoon();
  };
  const publish = async ({ app, name }: { readonly app: string; readonly name: string }): Promise<void> => {
    const address = keyIn(app, name);
    const admitted = 'key' in address ? await admit(address.key, drop) : address.problem;
    if (typeof admitted === 'string') return refuse('NetStream.Publish.BadName', admitted);
    if (socket.destroyed) return admitted.end();
    publication = admitted;
    clearTimeout(deadline);
    confirmPublish();
  };
  prepareMessages(rtmp, () => (publication ? MAX_MESSAGE_BYTES : MAX_COMMAND_BYTES));
  rtmp.onOutputCallback = (bytes) => void (socket.writable && socket.write(bytes));
  rtmp.onConnectCallback = ({ app, name }) => {
    if (requested) return drop();
    requested = { app, name };
  };
  rtmp.onPlayCallback = () => refuse('NetStream.Play.Failed', 'This server does not play streams.');
  rtmp.onPushCallback = () => {
    if (isAsking || socket.destroyed || !requested) return;
    isAsking = true;
    void publish(requested);
  };
  rtmp.onPacketCallback = (packet) => publication?.write(packet);
  rtmp.onDeleteStream = drop;

  readInto(rtmp, socket);
  socket.setTimeout(SILENCE_LIMIT_MS, drop);
  // Errors are followed by `close`, which ends the session.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearTimeout(deadline);
    publication?.end();
  });
}

/**
 * Limits memory: the parser allocates the announced length first, and 60 chunk streams could announce 16 MB each. The
 * parser also drops all messages after the clock's overflow, and throws on an empty message.
 */
function prepareMessages(rtmp: Rtmp, maxBytes: () => number): void {
  const allocate = rtmp.packetAlloc.bind(rtmp);
  rtmp.packetAlloc = () => {
    const { parserPacket: message } = rtmp;
    if (message.header.length > maxBytes() || rtmp.inPackets.size > MAX_CHUNK_STREAMS)
      throw new RangeError('The peer announced a larger message than encoders send');
    allocate();
    message.clock %= CLOCK_MS;
    if (message.header.length === 0) message.payload = Buffer.alloc(MAX_TAG_BYTES);
  };
}

function readInto(rtmp: Rtmp, socket: Socket): void {
  let receivedBytes = 0;
  let acknowledgedBytes = 0;
  socket.on('data', (bytes) => {
    receivedBytes += bytes.length;
    try {
      if (rtmp.parserData(bytes) !== null) socket.destroy();
    } catch {
      // The protocol code throws on malformed commands. Only this peer is disconnected.
      socket.destroy();
    }
    if (receivedBytes - acknowledgedBytes < ACKNOWLEDGE_EVERY_BYTES) return;
    acknowledgedBytes = receivedBytes;
    rtmp.sendACK(receivedBytes % 2 ** 32);
  });
}
