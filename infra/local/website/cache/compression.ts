import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESSED_BYTES, COMPRESSED_TYPES } from '#infra/agreed/cache-rules.ts';

/** A quality that is fast enough for responses that a viewer waits for. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Compresses a response as CloudFront does for these encodings. `ETag` becomes weak. Source: CloudFront Developer
 * Guide, "Serve compressed files".
 */
export async function compressed<T extends Sent>(sent: T, encodings: string): Promise<T> {
  const { status, headers, body } = sent;
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  const isMeant =
    encodings !== '' &&
    [200, 403, 404].includes(status) &&
    headers['content-encoding'] === undefined &&
    body.length >= COMPRESSED_BYTES.from &&
    body.length <= COMPRESSED_BYTES.to &&
    COMPRESSED_TYPES.includes(type);
  if (!isMeant) return sent;
  const isBrotli = encodings.startsWith('br');
  const bytes = isBrotli ? await promisify(brotliCompress)(body, BROTLI) : await promisify(gzip)(body);
  const etag = headers['etag'];
  return {
    ...sent,
    headers: {
      ...headers,
      ...(etag?.startsWith('"') && { etag: `W/${etag}` }),
      'content-encoding': isBrotli ? 'br' : 'gzip',
      vary: [headers['vary'], 'Accept-Encoding'].filter(Boolean).join(', '),
    },
    body: bytes,
  };
}
