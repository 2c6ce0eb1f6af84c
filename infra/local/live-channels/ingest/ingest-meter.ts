import Amf from 'node-media-server/src/protocol/amf.js';
import type { AvPacket } from 'node-media-server/src/protocol/flv.js';
import { AUDIO, FRAME, isHeader, KEYFRAME, SCRIPT_DATA, VIDEO } from './packets/flv-packets.ts';
import type { IngestSample, EncoderSettings } from './ingest-messages.ts';
import { settingsOf } from './encoder-settings.ts';
import { PacketReader } from './packets/packet-reader.ts';

const SAMPLE_MS = 1000;

export interface MeterOptions {
  /** Called with each second's measurements. */
  readonly onSample: (sample: IngestSample) => void;
  /** Called with the encoder's settings, and again when it declares more. */
  readonly onSettings: (settings: EncoderSettings) => void;
  readonly clock?: () => number;
}

/** Measures one encoder's packets as IVS does: rates on the wall clock, keyframes on the encoder's clock. */
export class IngestMeter {
  readonly #options: MeterOptions;
  readonly #clock: () => number;
  readonly #reader = new PacketReader();
  readonly #timer: NodeJS.Timeout;
  #startMs: number;
  #videoBytes = 0;
  #audioBytes = 0;
  #frames = 0;
  #keyframeIntervalsS: number[] = [];
  #keyframeMs: number | undefined;
  #settings: EncoderSettings = {};
  /** The `codec_id` by `codec_type`. */
  readonly #codecs = new Map<number, number>();

  constructor(options: MeterOptions) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    this.#startMs = this.#clock();
    this.#timer = setInterval(() => this.endSample(), SAMPLE_MS);
  }

  take(message: AvPacket): void {
    if (message.flags === SCRIPT_DATA) return this.#addSettings(settingsOf(metadataIn(message)));
    for (const packet of this.#reader.read(message)) this.#measure(packet);
  }

  #measure(packet: AvPacket): void {
    const { flags, codec_type: kind, size } = packet;
    if (kind === AUDIO) this.#audioBytes += size;
    if (kind === VIDEO) this.#videoBytes += size;
    if (isHeader(packet) || this.#codecs.get(kind) !== packet.codec_id) {
      this.#codecs.set(kind, packet.codec_id);
      this.#addSettings(settingsOf({}, packet));
    }
    if (flags === KEYFRAME) this.#takeKeyframe(packet.dts);
    if (flags === KEYFRAME || flags === FRAME) this.#frames += 1;
  }

  /** Ends a sample and starts the next one. */
  endSample(): void {
    const nowMs = this.#clock();
    const elapsedS = (nowMs - this.#startMs) / 1000;
    if (elapsedS <= 0) return;
    this.#options.onSample({
      atMs: this.#startMs,
      videoBitsPerSecond: (this.#videoBytes * 8) / elapsedS,
      audioBitsPerSecond: (this.#audioBytes * 8) / elapsedS,
      framesPerSecond: this.#frames / elapsedS,
      keyframeIntervalsS: this.#keyframeIntervalsS,
    });
    this.#startMs = nowMs;
    [this.#videoBytes, this.#audioBytes, this.#frames, this.#keyframeIntervalsS] = [0, 0, 0, []];
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #takeKeyframe(dtsMs: number): void {
    if (this.#keyframeMs !== undefined) this.#keyframeIntervalsS.push((dtsMs - this.#keyframeMs) / 1000);
    this.#keyframeMs = dtsMs;
  }

  #addSettings(settings: EncoderSettings): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#options.onSettings(this.#settings);
  }
}

/** Preceded by the three bytes of an AMF 0 string; no other data messages are read. */
const METADATA = /^...(@setDataFrame|onMetaData)/s;

/** Returns `onMetaData`, or `{}` if it cannot be read. */
function metadataIn({ data, size }: AvPacket): Readonly<Record<string, unknown>> {
  if (!METADATA.test(data.toString('latin1', 0, 16))) return {};
  try {
    const { dataObj } = Amf.decodeAmf0Data(data.subarray(0, size));
    return typeof dataObj === 'object' && dataObj !== null ? (dataObj as Record<string, unknown>) : {};
  } catch {
    // Malformed metadata is ignored, because it only describes the stream.
    return {};
  }
}
