import type { RaisedEvent } from '#infra/agreed/event.ts';
import type { StreamReport } from '../ingest/ingest.messages.ts';
import { channelArn } from '../state/identifiers.ts';

export interface LiveStream {
  readonly channelId: string;
  readonly streamId: string;
  /** When the encoder connected, ISO 8601. */
  readonly startTime: string;
  /** Whether the first segment can be played: the moment of `Stream Start`, and from when IVS calls it live. */
  readonly live: boolean;
}

export interface LiveStreamsOptions {
  readonly raise: (event: RaisedEvent) => void;
  readonly channelName: (channelId: string) => string;
}

/**
 * The streams of this moment, as the ingest reports them. Raises *IVS Stream State Change*: `Stream Start` and
 * `Stream End` once each a stream that was live; `Stream Failure` for one that could not be made playable.
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

  /** The ingest process is gone, and every stream with it. */
  endAll(): void {
    for (const stream of this.#streams.values()) this.#end(stream);
  }

  /** A stream that viewers can play. */
  get(channelId: string): LiveStream | undefined {
    const stream = this.#streams.get(channelId);
    return stream?.live ? stream : undefined;
  }

  /** In order of the channels' ids. */
  list(): LiveStream[] {
    const live = [...this.#streams.values()].filter((stream) => stream.live);
    return live.toSorted((a, b) => (a.channelId < b.channelId ? -1 : 1));
  }

  /** The stream of a connected encoder, playable already or not. */
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
