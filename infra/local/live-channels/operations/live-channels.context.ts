import type { IngestLink } from '../ingest/ingest.link.ts';
import type { ChannelRecords } from '../state/channels.records.ts';
import type { Measurements } from '../ingest/measurements.ts';
import type { LiveStreams } from './live-streams.ts';

/** What the operations work on. */
export interface LiveChannelsContext {
  readonly records: ChannelRecords;
  readonly streams: LiveStreams;
  readonly measurements: Pick<Measurements, 'settingsOf'>;
  readonly ingest: Pick<IngestLink, 'call'>;
  /** `HOST:PORT`, so that `rtmp://${ingestEndpoint}/app/` is the encoder's address. */
  readonly ingestEndpoint: string;
  readonly playbackUrl: (channelId: string) => string;
}
