/** What other features may import from streaming. */
export type { RecordedStream } from './recordings/recorded-stream.repository.ts';
export { picturesNear } from './recordings/recording-location.ts';
export type { LiveStream, Stream } from './stream.ts';
export { ivsChannelIds } from './table/ingest-channels.repository.ts';
