import type { RaisedEvent } from '#infra/agreed/event.ts';
import type { StreamReport } from '../ingest/ingest-messages.ts';
import { channelArn } from '../state/identifiers.ts';

export interface LiveStream {
  readonly channelId: string;
  readonly streamId: string;
  /** When the encoder connected, in ISO 8601. */
  readonly startTime: string;
  /** Whether the first segment is available: from then on IVS calls the stream live, and `Stream Start` is raised. */
  readonly live: boolean;
}

export interface LiveStreamsOptions {
  readonly raise: (event: RaisedEvent) => void;
  readonly channelName: (channelId: string) => string;
}

/**
 * The current streams, as reported by the ingest. Raises *IVS Stream State Change*: `Stream Start` and `Stream End`
 * once for each stream that was live, `Stream Failure` for one that could not be packaged.
 */
export class LiveStreams {
  readonly #options: LiveStreamsOptions;
  readonly #streams = new Map<string, LiveStream>();

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
  }

  apply(report: StreamReport): void {
    const { channelId } = report;
    if (report.stream === 'connected') {
      const { streamId, startTime } = report;
      this.#streams.set(channelId, { channelId, streamId, startTime, live: false });
      return;
    }
    const stream = this.#streams.get(channelId);
    if (!stream) return;
    if (report.stream === 'live') this.#start(stream);
    else this.#end(stream, report.failure);
  }

  /** Called when the ingest process crashed, which ends all streams. */
  endAll(): void {
    for (const stream of this.#streams.values()) this.#end(stream);
  }

  /** Returns the channel's stream if viewers can play it. */
  get(channelId: string): LiveStream | undefined {
    const stream = this.#streams.get(channelId);
    return stream?.live ? stream : undefined;
  }

  /** Ordered by channel id. */
  list(): LiveStream[] {
    const live = [...this.#streams.values()].filter((stream) => stream.live);
    return live.toSorted((a, b) => (a.channelId < b.channelId ? -1 : 1));
  }

  /** Returns the stream of a connected encoder, even if viewers cannot play it yet. */
  connected(channelId: string): LiveStream | undefined {
    return this.#streams.get(channelId);
  }

  #start(stream: LiveStream): void {
    this.#streams.set(stream.channelId, { ...stream, live: true });
    this.#raise(stream, 'Stream Start');
  }

  #end(stream: LiveStream, failure?: string): void {
    this.#streams.delete(stream.channelId);
    if (stream.live) this.#raise(stream, 'Stream End');
    else if (failure) this.#raise(stream, 'Stream Failure', failure);
  }

  #raise({ channelId, streamId }: LiveStream, eventName: string, reason?: string): void {
    this.#options.raise({
      source: 'aws.ivs',
      'detail-type': 'IVS Stream State Change',
      resources: [channelArn(channelId)],
      detail: {
        event_name: eventName,
        channel_name: this.#options.channelName(channelId),
        stream_id: streamId,
        ...(reason && { reason }),
      },
    });
  }
}
