import { AwsError } from '../../aws/aws-error.ts';
import { incompleteBody } from '../protocol/s3-errors.ts';
import { ByteReader, CutShortError } from './byte-reader.ts';

const MAX_LINE_BYTES = 1024;

/**
 * Decodes `aws-chunked`: each chunk follows its size, the last one is empty, and a trailer follows. Calls `onTrailer`
 * for each line of the trailer (`x-amz-checksum-crc32:…`). Signed chunks are not supported, because our clients do not
 * send them.
 */
export async function* decodeChunks(
  source: AsyncIterable<Buffer>,
  onTrailer: (name: string, value: string) => void,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  try {
    for (;;) {
      const sizeBytes = parseSize(await reader.line(MAX_LINE_BYTES));
      yield* reader.take(sizeBytes);
      if (sizeBytes === 0) break;
      if ((await reader.line(MAX_LINE_BYTES)) !== '') throw incompleteBody();
    }
    for (;;) {
      const line = await reader.line(MAX_LINE_BYTES);
      if (line === '') break;
      const colon = line.indexOf(':');
      onTrailer(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
    }
  } catch (error) {
    throw error instanceof CutShortError ? Object.assign(incompleteBody(), { cause: error }) : error;
  } finally {
    await reader.close();
  }
}

function parseSize(line: string): number {
  if (!/^[0-9a-fA-F]{1,13}$/.test(line))
    throw new AwsError('InvalidChunkSizeError', 'The chunk has no valid size');
  return Number.parseInt(line, 16);
}
