/** What the site asks of the ingest process; each is answered by a `Reply` once it has taken effect. */
export type IngestRequest =
  | { readonly do: 'admit'; readonly key: string; readonly channelId: string }
  | { readonly do: 'revoke'; readonly key: string }
  | { readonly do: 'stop'; readonly channelId: string }
  | { readonly do: 'listen'; readonly host: string; readonly port: number }
  | { readonly do: 'close' };

export interface IngestCall {
  readonly id: number;
  readonly request: IngestRequest;
}

export interface IngestReply {
  readonly id: number;
  /** Answer to `listen`: the bound port. */
  readonly port?: number;
  /** The system's error code, such as `EADDRINUSE`. */
  readonly error?: string;
}

/** What happens to a stream: `connected`, then `live` once its first segment can be played, then `ended`. */
export type StreamReport =
  | {
      readonly stream: 'connected';
      readonly channelId: string;
      readonly streamId: string;
      readonly startTime: string;
    }
  | { readonly stream: 'live'; readonly channelId: string }
  | { readonly stream: 'ended'; readonly channelId: string; readonly failure?: string };

export type IngestMessage = IngestReply | StreamReport;
