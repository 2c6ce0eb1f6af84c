import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { AwsError } from '../aws/aws-error.ts';

interface Wanted {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
  readonly headers: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | AsyncIterable<Buffer>;
  /** Must be called when the body was sent or has failed. */
  readonly release?: () => void;
}

export interface StoredMediaOptions {
  /** Responds as GetObject and HeadObject do, and throws their errors. */
  readonly storage: { readonly get: (wanted: Wanted) => Answer };
  readonly bucket: string;
  /** Bucket of IVS's recordings. */
  readonly recordingsBucket: string;
}

/** Public files of a recording: media and thumbnails. IVS's other files are not public. */
const RECORDED_MEDIA = /^\/ivs\/.+\/media\/.+/;
/** Object headers that are forwarded. */
const PASSED_ON = [
  'accept-ranges',
  'content-type',
  'content-length',
  'content-range',
  'cache-control',
  'etag',
] as const;
const FOR_EVERY_PAGE = { 'access-control-allow-origin': '*' };
/** Bodies up to this size are sent in one piece, which includes each segment of a broadcast. */
const ONE_PIECE_BYTES = 4_000_000;

/**
 * Serves `/media` and `/ivs/…/media` as CloudFront does: objects of the media bucket and of the recordings bucket by
 * key, with ranges, and without the buckets' error texts. Reads objects directly, because a request to S3's stand-in
 * per segment would take most of a viewer's time.
 */
export function storedMedia({ storage, bucket, recordingsBucket }: StoredMediaOptions): Hono {
  const app = new Hono();
  app.get('*', async (c) => {
    const isRecorded = RECORDED_MEDIA.test(c.req.path);
    if (!isRecorded && !c.req.path.startsWith('/media/')) return c.notFound();
    const conditions = { range: c.req.header('range'), 'if-none-match': c.req.header('if-none-match') };
    try {
      const answer = storage.get({
        method: c.req.method,
        bucket: isRecorded ? recordingsBucket : bucket,
        key: decodeURIComponent(c.req.path.slice(1)),
        query: new Map(),
        headers: Object.fromEntries(Object.entries(conditions).filter(isGiven)),
      });
      return new Response(await bodyOf(answer), { status: answer.status, headers: headersOf(answer) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      return new Response(null, { status: error.status, headers: FOR_EVERY_PAGE });
    }
  });
  return app;
}

const isGiven = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined;

function headersOf({ headers = {} }: Answer): Headers {
  const sent = new Headers(FOR_EVERY_PAGE);
  for (const name of PASSED_ON) if (headers[name] !== undefined) sent.set(name, String(headers[name]));
  return sent;
}

async function bodyOf({ headers, body, release }: Answer): Promise<BodyInit | null> {
  if (body === undefined || typeof body === 'string') return null;
  if (Number(headers?.['content-length']) <= ONE_PIECE_BYTES) return inOnePiece(body).finally(release);
  const stream = Readable.from(body, { objectMode: false });
  // Also if the viewer disconnects.
  stream.once('close', () => release?.());
  return Readable.toWeb(stream) as ReadableStream;
}

async function inOnePiece(body: AsyncIterable<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)) as Uint8Array<ArrayBuffer>;
}
