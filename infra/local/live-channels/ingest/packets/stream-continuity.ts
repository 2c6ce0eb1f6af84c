import type { AvPacket } from 'node-media-server/src/protocol/flv.js';
import { FRAME, isHeader, KEYFRAME, VIDEO } from './flv-packets.ts';

/** ffmpeg searches the first second for tracks. A track that starts later is missing in its output. */
const TRACKS_BEGIN_WITHIN_MS = 800;
/** A track has ended if it has no packets while the other one advances by this much. */
const TRACK_ENDED_MS = 5000;
/** Tolerance for rounded timestamps. */
const MAX_STEP_BACK_MS = 100;
/** Tolerance beyond the elapsed time. */
const MAX_STEP_AHEAD_MS = 2000;
/** Audio and video do not jump in the same packet: some packets from before the jump arrive after it. */
const STALE_WITHIN_MS = 1000;

interface Track {
  readonly codec: number;
  /** Timestamp of the latest packet on the encoder's clock; missing before the first. */
  readonly dts?: number | undefined;
  /** Timestamp of the other track's first packet after the latest; the two clocks may differ. */
  readonly missingSince?: number | undefined;
}

export interface Continuity {
  /** Whether a new stream must start with this packet. */
  readonly restarts: boolean;
  /** Whether the packet belongs in the stream. */
  readonly keeps: boolean;
}

/**
 * Decides whether a `PacketReader`'s packet can continue the current stream. It cannot if a header changes the video or
 * audio format, if a track starts or ends, or if the encoder's clock jumps.
 */
export class StreamContinuity {
  readonly #clock: () => number;
  /** By `codec_type`. */
  readonly #tracks = new Map<number, Track>();
  /** Timestamps before the last jump of the clock. */
  #timesBefore = new Map<number, number | undefined>();
  #firstDts: number | undefined;
  #awaitsKeyframe = false;
  #arrivedAtMs = 0;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** The `codec_type`s of the current stream. */
  get tracks(): ReadonlySet<number> {
    return new Set(this.#tracks.keys());
  }

  /** Starts a new stream at the next keyframe, or at the next packet if there is no video. */
  restart(): void {
    this.#firstDts = undefined;
    this.#awaitsKeyframe = this.#tracks.has(VIDEO);
  }

  take(packet: AvPacket): Continuity {
    if (isHeader(packet)) return { restarts: this.#takeHeader(packet), keeps: true };
    const isStale = this.#isStale(packet);
    const joinsWithoutKeyframe = !this.#tracks.has(packet.codec_type) && packet.flags === FRAME;
    if (isStale || joinsWithoutKeyframe) return { restarts: false, keeps: false };
    const restarts = this.#jumps(packet) || this.#endsTrack(packet) || this.#changes(packet);
    if (restarts) this.restart();
    if (packet.flags === KEYFRAME) this.#awaitsKeyframe = false;
    this.#firstDts ??= packet.dts;
    this.#update(packet, { dts: packet.dts, missingSince: undefined });
    this.#arrivedAtMs = this.#clock();
    return { restarts, keeps: !this.#awaitsKeyframe };
  }

  /** Some encoders send headers with other timestamps than their frames. */
  #takeHeader(packet: AvPacket): boolean {
    const isKnown = this.#tracks.has(packet.codec_type);
    const hasBegun = this.#firstDts !== undefined;
    const restarts = isKnown ? hasBegun : this.#joinsLate(packet, this.#latestDts() ?? packet.dts);
    this.#update(packet);
    if (restarts) this.restart();
    return restarts;
  }

  #update({ codec_type: kind, codec_id: codec }: AvPacket, change: Partial<Track> = {}): void {
    this.#tracks.set(kind, { ...this.#tracks.get(kind), ...change, codec });
  }

  /** Returns whether the clock goes back, or ahead by more than the elapsed time. */
  #jumps({ codec_type: kind, dts }: AvPacket): boolean {
    const latest = this.#latestDts();
    if (latest === undefined) return false;
    const goesBack = dts < (this.#tracks.get(kind)?.dts ?? -Infinity) - MAX_STEP_BACK_MS;
    const passedMs = this.#clock() - this.#arrivedAtMs;
    if (!goesBack && dts <= latest + passedMs + MAX_STEP_AHEAD_MS) return false;
    for (const [other, track] of this.#tracks) {
      this.#timesBefore.set(other, track.dts);
      this.#tracks.set(other, { ...track, dts: undefined, missingSince: undefined });
    }
    return true;
  }

  #endsTrack({ codec_type: kind, dts }: AvPacket): boolean {
    let endsAny = false;
    for (const [other, track] of this.#tracks) {
      if (other === kind) continue;
      const { missingSince = dts } = track;
      const ends = dts > missingSince + TRACK_ENDED_MS;
      if (ends) this.#tracks.delete(other);
      else this.#tracks.set(other, { ...track, missingSince });
      endsAny ||= ends;
    }
    return endsAny;
  }

  #changes(packet: AvPacket): boolean {
    const known = this.#tracks.get(packet.codec_type);
    return known ? known.codec !== packet.codec_id : this.#joinsLate(packet, packet.dts);
  }

  #joinsLate({ codec_type: kind }: AvPacket, dts: number): boolean {
    const isNew = this.#tracks.get(kind) === undefined;
    return isNew && this.#firstDts !== undefined && dts > this.#firstDts + TRACKS_BEGIN_WITHIN_MS;
  }

  /** Returns whether the packet is from before a jump that the other track has already made. */
  #isStale({ codec_type: kind, dts }: AvPacket): boolean {
    const before = this.#timesBefore.get(kind);
    const latest = this.#latestDts();
    if (before === undefined || latest === undefined || this.#tracks.get(kind)?.dts !== undefined)
      return false;
    return Math.abs(dts - before) < STALE_WITHIN_MS && Math.abs(dts - latest) > STALE_WITHIN_MS;
  }

  #latestDts(): number | undefined {
    const times = [...this.#tracks.values()].flatMap(({ dts }) => dts ?? []);
    return times.length > 0 ? Math.max(...times) : undefined;
  }
}
