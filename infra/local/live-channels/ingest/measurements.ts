import type { IngestSample, EncoderSettings, StreamMeasurement } from './ingest-messages.ts';

/** Samples of a second each: slightly more than anything queries. */
const MAX_SAMPLES = 400;

interface Measured {
  settings: EncoderSettings;
  readonly samples: IngestSample[];
}

/** By IVS's metric names. */
const METRICS: Readonly<Record<string, (sample: IngestSample) => readonly number[]>> = {
  IngestVideoBitrate: ({ videoBitsPerSecond }) => [videoBitsPerSecond],
  IngestAudioBitrate: ({ audioBitsPerSecond }) => [audioBitsPerSecond],
  IngestFramerate: ({ framesPerSecond }) => [framesPerSecond],
  KeyframeInterval: ({ keyframeIntervalsS }) => keyframeIntervalsS,
};

/** One value of a metric; `atMs` is in ms since 1970. */
export interface IngestDatum {
  readonly atMs: number;
  readonly value: number;
}

/** Measurements of each channel's latest stream, in memory. */
export class Measurements {
  readonly #channels = new Map<string, Measured>();

  /** Called when an encoder connects: discards the previous stream's measurements. */
  begin(channelId: string): void {
    this.#channels.set(channelId, { settings: {}, samples: [] });
  }

  take(measurement: StreamMeasurement): void {
    const channel = this.#channels.get(measurement.channelId);
    if (!channel) return;
    if (measurement.measured === 'settings') channel.settings = measurement.settings;
    else if (channel.samples.push(measurement.sample) > MAX_SAMPLES) channel.samples.shift();
  }

  settingsOf(channelId: string): EncoderSettings {
    return this.#channels.get(channelId)?.settings ?? {};
  }

  /** Returns what IVS would have sent to CloudWatch, in order of time. */
  metric(name: string, channelId: string): IngestDatum[] {
    const { samples = [] } = this.#channels.get(channelId) ?? {};
    return samples.flatMap((sample) =>
      (METRICS[name]?.(sample) ?? []).map((value) => ({ atMs: sample.atMs, value })),
    );
  }
}
