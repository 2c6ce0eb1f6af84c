/** What other features may import from streaming. */
export type { LiveStream, Stream } from './stream.ts';
export { ivsChannelIds } from './table/ingest-channels.repository.ts';
