import type { IngestSample, EncoderSettings, StreamMeasurement } from './ingest.messages.ts';

/** Samples of a second: a little more than anybody looks back. */
const MOST_SAMPLES = 400;

interface Measured {
  settings: EncoderSettings;
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
    this.#channels.set(channelId, { settings: {}, samples: [] });
  }

  take(measurement: StreamMeasurement): void {
    const channel = this.#channels.get(measurement.channelId);
    if (!channel) return;
    if (measurement.measured === 'settings') channel.settings = measurement.settings;
    else if (channel.samples.push(measurement.sample) > MOST_SAMPLES) channel.samples.shift();
  }

  settingsOf(channelId: string): EncoderSettings {
    return this.#channels.get(channelId)?.settings ?? {};
  }

  /** What IVS would have sent to CloudWatch, in order of time. */
  metric(name: string, channelId: string): IngestDatum[] {
    const { samples = [] } = this.#channels.get(channelId) ?? {};
    return samples.flatMap((sample) =>
      (METRICS[name]?.(sample) ?? []).map((value) => ({ atMs: sample.atMs, value })),
    );
  }
}
