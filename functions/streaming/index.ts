/** What other features may import from streaming. */
export type { LiveStream, Stream } from './stream.ts';
