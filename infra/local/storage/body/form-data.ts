import { AwsError } from '../../aws/aws-error.ts';
import { ByteReader, CutShortError } from './byte-reader.ts';

const MAX_FIELDS_BYTES = 20 * 1024;
const MAX_LINE_BYTES = 8 * 1024;

/** A form with one file (RFC 7578). Fields after the file are ignored. */
export interface UploadForm {
  /** By lower-case name. */
  readonly fields: ReadonlyMap<string, string>;
  /** Can be read once. Throws `MalformedPOSTRequest` if it is cut short. */
  readonly file: AsyncIterable<Buffer>;
}

/** Passes the form to `take` when its file starts. Throws `MalformedPOSTRequest` and S3's other errors. */
export async function readForm<T>(
  source: AsyncIterable<Buffer>,
  contentType: string,
  take: (form: UploadForm) => Promise<T>,
): Promise<T> {
  const boundary = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  if (!boundary) {
    throw new AwsError(
      'PreconditionFailed',
      'Bucket POST must be of the enclosure-type multipart/form-data',
      412,
    );
  }
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`, 'latin1');
  const reader = new ByteReader(startingOnNewLine(source));
  try {
    const form = await readToFile(reader, delimiter);
    return await take(form);
  } catch (error) {
    throw error instanceof CutShortError ? Object.assign(malformed(), { cause: error }) : error;
  } finally {
    await reader.close();
  }
}

/** Inserts a line break before the first boundary, so that all boundaries have the same form. */
async function* startingOnNewLine(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('\r\n');
  yield* source;
}

async function readToFile(reader: ByteReader, delimiter: Buffer): Promise<UploadForm> {
  await readAll(reader.until(delimiter), MAX_LINE_BYTES);
  const fields = new Map<string, string>();
  let budgetBytes = MAX_FIELDS_BYTES;
  for (;;) {
    // Two dashes after a boundary end the form.
    if ((await reader.line(MAX_LINE_BYTES)).trim() !== '') {
      throw new AwsError(
        'IncorrectNumberOfFilesInPostRequest',
        'POST requires exactly one file upload per request.',
      );
    }
    const name = await readPartName(reader);
    if (name.toLowerCase() === 'file') return { fields, file: reader.until(delimiter) };
    const value = await readAll(reader.until(delimiter), budgetBytes);
    budgetBytes -= value.length + name.length;
    fields.set(name.toLowerCase(), value.toString('utf8'));
  }
}

async function readPartName(reader: ByteReader): Promise<string> {
  let disposition = '';
  for (;;) {
    const line = await reader.line(MAX_LINE_BYTES);
    if (line === '') break;
    if (/^content-disposition:/i.test(line)) disposition = Buffer.from(line, 'latin1').toString('utf8');
  }
  const [, name] = /[;\s]name="([^"]*)"/i.exec(disposition) ?? [];
  if (name === undefined) throw malformed();
  return name;
}

async function readAll(bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of bytes) {
    sizeBytes += piece.length;
    if (sizeBytes > maxBytes) {
      throw new AwsError(
        'MaxPostPreDataLengthExceeded',
        'Your POST request fields preceding the upload file were too large.',
      );
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const malformed = (): AwsError =>
  new AwsError(
    'MalformedPOSTRequest',
    'The body of your POST request is not well-formed multipart/form-data.',
  );
