import type { IngestLink } from '../ingest/ingest-link.ts';
import type { ChannelRecords } from '../state/channels-records.ts';
import type { Measurements } from '../ingest/measurements.ts';
import type { PlaybackTokens } from '../playback-tokens.ts';
import type { LiveStreams } from './live-streams.ts';

/** Dependencies of the operations. */
export interface LiveChannelsContext {
  readonly records: ChannelRecords;
  readonly streams: LiveStreams;
  readonly tokens: Pick<PlaybackTokens, 'revoke'>;
  readonly measurements: Pick<Measurements, 'settingsOf'>;
  readonly ingest: Pick<IngestLink, 'call'>;
  /** `HOST:PORT`: encoders connect to `rtmp://${ingestEndpoint}/app/`. */
  readonly ingestEndpoint: string;
  readonly playbackUrl: (channelId: string) => string;
}
