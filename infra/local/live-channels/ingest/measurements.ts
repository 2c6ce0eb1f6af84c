import type { IngestSample, SaidStream, StreamMeasurement } from './ingest.messages.ts';

/** Samples of a second: a little more than anybody looks back. */
const MOST_SAMPLES = 400;

interface Measured {
  said: SaidStream;
  readonly samples: IngestSample[];
}

/** By what IVS calls them. */
const METRICS: Readonly<Record<string, (sample: IngestSample) => readonly number[]>> = {
  IngestVideoBitrate: ({ videoBitsPerSecond }) => [videoBitsPerSecond],
  IngestAudioBitrate: ({ audioBitsPerSecond }) => [audioBitsPerSecond],
  IngestFramerate: ({ framesPerSecond }) => [framesPerSecond],
  KeyframeInterval: ({ keyframeIntervalsS }) => keyframeIntervalsS,
};

/** One value of a metric; `atMs` since 1970. */
export interface IngestDatum {
  readonly atMs: number;
  readonly value: number;
}

/** What was measured of each channel's latest stream, in memory. */
export class Measurements {
  readonly #channels = new Map<string, Measured>();

  /** An encoder has connected: what was known is of another stream. */
  begin(channelId: string): void {
    this.#channels.set(channelId, { said: {}, samples: [] });
  }

  take(measurement: StreamMeasurement): void {
    const channel = this.#channels.get(measurement.channelId);
    if (!channel) return;
    if (measurement.measured === 'said') channel.said = measurement.said;
    else if (channel.samples.push(measurement.sample) > MOST_SAMPLES) channel.samples.shift();
  }

  saidOf(channelId: string): SaidStream {
    return this.#channels.get(channelId)?.said ?? {};
  }

  /** What IVS would have sent to CloudWatch, in order of time. */
  metric(name: string, channelId: string): IngestDatum[] {
    const { samples = [] } = this.#channels.get(channelId) ?? {};
    return samples.flatMap((sample) =>
      (METRICS[name]?.(sample) ?? []).map((value) => ({ atMs: sample.atMs, value })),
    );
  }
}
