import { createHash } from 'node:crypto';
import { AwsError } from '../../aws/aws-error.ts';
import { sameSignature, scopeText, sha256Hex, signText } from '../../aws/signature.ts';
import { wrongSignature, type ChunkSigning } from '../authentication/authenticate.ts';
import { incompleteBody } from '../protocol/s3.errors.ts';
import { ByteReader, CutShortError } from './byte-reader.ts';

const MAX_LINE_BYTES = 1024;
const EMPTY_SHA256 = sha256Hex('');

export interface ChunkedOptions {
  /** Where every chunk is signed. */
  readonly signing?: ChunkSigning;
  /** Whether lines such as `x-amz-checksum-crc32:…` follow the last chunk. */
  readonly hasTrailer: boolean;
  /** Told of each of those lines. */
  readonly onTrailer: (name: string, value: string) => void;
}

/**
 * Decodes `aws-chunked`: `SIZE[;chunk-signature=…]` and the chunk, the last one empty, then the trailer. Chunks are
 * passed on before their signature is checked; a wrong one throws in the end, so that what was made of them must go.
 */
export async function* decodeChunks(
  source: AsyncIterable<Buffer>,
  { signing, hasTrailer, onTrailer }: ChunkedOptions,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  const chain = signing && new SignatureChain(signing);
  try {
    for (;;) {
      const { sizeBytes, signature } = parseChunkHeader(await reader.line(MAX_LINE_BYTES));
      for await (const piece of reader.take(sizeBytes)) {
        chain?.update(piece);
        yield piece;
      }
      chain?.checkChunk(signature);
      if (sizeBytes === 0) break;
      if ((await reader.line(MAX_LINE_BYTES)) !== '') throw incompleteBody();
    }
    await (hasTrailer ? readTrailer(reader, chain, onTrailer) : reader.line(0));
  } catch (error) {
    throw error instanceof CutShortError ? Object.assign(incompleteBody(), { cause: error }) : error;
  } finally {
    await reader.close();
  }
}

function parseChunkHeader(line: string): { readonly sizeBytes: number; readonly signature: string } {
  const [, size, signature = ''] =
    /^([0-9a-fA-F]{1,13})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line) ?? [];
  if (size === undefined) throw new AwsError('InvalidChunkSizeError', 'The chunk has no valid size');
  return { sizeBytes: Number.parseInt(size, 16), signature };
}

async function readTrailer(
  reader: ByteReader,
  chain: SignatureChain | undefined,
  onTrailer: (name: string, value: string) => void,
): Promise<void> {
  let signedText = '';
  let signature = '';
  for (;;) {
    const line = await reader.line(MAX_LINE_BYTES);
    if (line === '') break;
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'x-amz-trailer-signature') {
      signature = value;
      continue;
    }
    signedText += `${name}:${value}\n`;
    onTrailer(name, value);
  }
  chain?.checkTrailer(signedText, signature);
}

/** Every signature is made over the one before. */
class SignatureChain {
  readonly #signing: ChunkSigning;
  #previous: string;
  #chunk = createHash('sha256');

  constructor(signing: ChunkSigning) {
    this.#signing = signing;
    this.#previous = signing.seed;
  }

  update(piece: Buffer): void {
    this.#chunk.update(piece);
  }

  /** Throws `SignatureDoesNotMatch`. */
  checkChunk(signature: string): void {
    const hash = this.#chunk.digest('hex');
    this.#chunk = createHash('sha256');
    this.#check('AWS4-HMAC-SHA256-PAYLOAD', [EMPTY_SHA256, hash], signature);
  }

  /** Throws `SignatureDoesNotMatch`. */
  checkTrailer(text: string, signature: string): void {
    this.#check('AWS4-HMAC-SHA256-TRAILER', [sha256Hex(text)], signature);
  }

  #check(algorithm: string, hashes: readonly string[], signature: string): void {
    const { key, amzDate, scope } = this.#signing;
    const text = [algorithm, amzDate, scopeText(scope), this.#previous, ...hashes].join('\n');
    if (!sameSignature(signText(key, text), signature)) throw wrongSignature(text);
    this.#previous = signature;
  }
}
