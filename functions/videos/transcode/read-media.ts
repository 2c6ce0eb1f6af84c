/**
 * Reads by ranges what MediaConvert's Probe does not report: the default audio track, the real duration of a film, and
 * the facts of an FLV. Loaded when a file is published.
 */
import {
  EncodedPacketSink,
  Input,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  MPEG_TS,
  QTFF,
  WEBM,
  CustomSource,
} from 'mediabunny';
import type { PictureFacts, SourceFacts } from '../source-facts.ts';
import type { StoredFile } from '../upload.ts';
import { varyingRate } from './picture-rate.ts';
import type { Size } from './ladder.ts';
import { pictureSizes } from './picture-sizes.ts';

/** Larger steps between timestamps are a jump of the clock, in seconds. */
const TS_JUMP_S = 10;

/** Opens an MP4, MOV, WebM, Matroska or MPEG-TS; `null` for others and broken ones. The caller disposes of it. */
export async function openMedia(file: StoredFile): Promise<Input | null> {
  const input = new Input({
    formats: [MP4, QTFF, WEBM, MATROSKA, MPEG_TS],
    source: new CustomSource({
      getSize: () => file.sizeBytes,
      read: file.read,
      prefetchProfile: 'network',
    }),
  });
  // A transport stream of several programs has no tracks here.
  const canRead = (await input.canRead()) && (await input.getTracks().then(Boolean, () => false));
  if (!canRead) input.dispose();
  return canRead ? input : null;
}

/** The default flag of each audio track, in the file's order. */
export async function soundDefaults(input: Input): Promise<readonly boolean[]> {
  const tracks = await input.getAudioTracks();
  return Promise.all(tracks.map(async (track) => (await track.getDisposition()).default));
}

/** The picture's facts, completed by its largest size, its highest rate, and how it is turned. */
export async function readPicture(
  picture: PictureFacts,
  input: Input,
  signal: AbortSignal,
): Promise<PictureFacts> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) return { ...picture, mayChangeSize: true };
  const format = await input.getFormat();
  const { largest, mayChange } = await pictureSizes(track, format, signal);
  // A transport stream's clock may jump, which no count of pictures survives.
  const framesPerSecond = format === MPEG_TS ? undefined : await varyingRate(track, signal);
  const degrees = await track.getRotation();
  const [a, b, , c, d] = await track.getTransformationMatrix();
  const isMirrored = a * d - b * c < 0;
  // MediaConvert turns MP4 by itself, but takes the matrix of a mirrored picture for none (`VideoProperties.Rotation`).
  const isTurned = isMirrored || (degrees !== 0 && [MATROSKA, WEBM].includes(format));
  return {
    ...picture,
    ...(isTurned && { turn: degrees === 0 ? 'DEGREE_0' : `DEGREES_${degrees}` }),
    ...((isTurned || (mayChange && largest)) && (await uprightSize(track, largest))),
    ...(mayChange && { mayChangeSize: true }),
    ...(framesPerSecond && { framesPerSecond, variesRate: true }),
  };
}

async function uprightSize(track: InputVideoTrack, stored: Size | undefined): Promise<Size> {
  const { num, den } = await track.getPixelAspectRatio();
  const widthPx = Math.round(((stored?.widthPx ?? (await track.getCodedWidth())) * num) / den);
  const heightPx = stored?.heightPx ?? (await track.getCodedHeight());
  const isOnItsSide = (await track.getRotation()) % 180 !== 0;
  return isOnItsSide ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };
}

/** Measured by packets, not by headers. Reads the whole file when it has no index. */
export async function measureDurationS(input: Input): Promise<number> {
  const tracks = await input.getTracks();
  // Only a transport stream's clock may jump; elsewhere a picture lasts until the next timestamp.
  const jumpS = (await input.getFormat()) === MPEG_TS ? TS_JUMP_S : Infinity;
  return Math.max(0, ...(await Promise.all(tracks.map((track) => lengthOf(track, jumpS)))));
}

/** The sum of the durations between jumps of the clock. */
async function lengthOf(track: InputTrack, jumpS: number): Promise<number> {
  let [wholeS, startS, endS] = [0, Number.NaN, Number.NaN];
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true });
  for await (const { timestamp, duration: statedS } of packets) {
    // The duration of a packet before a jump includes the jump.
    const duration = statedS < jumpS ? statedS : 0;
    if (timestamp > startS - jumpS && timestamp < endS + jumpS) {
      startS = Math.min(startS, timestamp);
      endS = Math.max(endS, timestamp + duration);
    } else {
      if (endS > startS) wholeS += endS - startS;
      [startS, endS] = [timestamp, timestamp + duration];
    }
  }
  return endS > startS ? wholeS + endS - startS : wholeS;
}

/** Adobe's Video File Format Specification 10.1, E.2 to E.4. */
const FLV_HEADER_BYTES = 9;
const FLV_SIZE_BYTES = 4;
const FLV_TAG_BYTES = 11;
const FLV_READ_BYTES = 1024 * 1024;
const [FLV_AUDIO, FLV_VIDEO, FLV_SCRIPT] = [8, 9, 18];

export const isFlv = (head: Uint8Array): boolean => Buffer.from(head.subarray(0, 3)).toString() === 'FLV';

/**
 * The facts of an FLV, which jobs take but Probe does not know (User Guide, "Containers: FLV"). `null` when it is
 * broken.
 */
export async function flvFacts(file: StoredFile): Promise<SourceFacts | null> {
  const head = Buffer.from(await file.read(0, Math.min(FLV_READ_BYTES, file.sizeBytes)));
  const metadata = { width: 0, height: 0, framerate: 0 };
  let [hasSound, hasPicture] = [false, false];
  let startMs: number | undefined;
  for (const { type, at, size, timeMs } of flvTags(head, FLV_HEADER_BYTES + FLV_SIZE_BYTES)) {
    if (type === FLV_AUDIO) hasSound = true;
    if (type === FLV_VIDEO) hasPicture = true;
    // The headers of AAC and H.264, whose packets begin with a zero, may have no time.
    if (type !== FLV_SCRIPT && head[at + FLV_TAG_BYTES + 1] !== 0) startMs ??= timeMs;
    const body = head.subarray(at + FLV_TAG_BYTES, at + FLV_TAG_BYTES + size);
    if (type === FLV_SCRIPT)
      for (const name of ['width', 'height', 'framerate'] as const) metadata[name] ||= amfNumber(body, name);
  }
  const durationS = ((await flvEndMs(file)) - (startMs ?? 0)) / 1000;
  const { width: widthPx, height: heightPx, framerate: framesPerSecond } = metadata;
  if (durationS <= 0) return null;
  if (widthPx <= 0 || heightPx <= 0) return hasSound && !hasPicture ? { durationS, hasSound } : null;
  const rate = framesPerSecond > 0 && { framesPerSecond };
  return { durationS, hasSound, picture: { widthPx, heightPx, turn: 'DEGREE_0', ...rate } };
}

/** AMF 0: the property's name, a zero for the type number, and the number. */
function amfNumber(body: Buffer, name: string): number {
  const at = body.indexOf(`\0${String.fromCharCode(name.length)}${name}\0`, 0, 'latin1');
  const start = at + 2 + name.length + 1;
  const value = at < 0 || start + 8 > body.length ? 0 : body.readDoubleBE(start);
  return Number.isFinite(value) ? value : 0;
}

interface FlvTag {
  readonly type: number;
  /** Offset in the given bytes. */
  readonly at: number;
  readonly size: number;
  readonly timeMs: number;
}

function* flvTags(bytes: Buffer, from: number): Generator<FlvTag> {
  for (let at = from; at + FLV_TAG_BYTES <= bytes.length;) {
    const type = bytes[at] ?? 0;
    if (![FLV_AUDIO, FLV_VIDEO, FLV_SCRIPT].includes(type)) return;
    const size = bytes.readUIntBE(at + 1, 3);
    const timeMs = bytes.readUIntBE(at + 4, 3) + (bytes[at + 7] ?? 0) * 2 ** 24;
    yield { type, at, size, timeMs };
    at += FLV_TAG_BYTES + size + FLV_SIZE_BYTES;
  }
}

/** The timestamp of the last tag: read at the end, or by scanning all tags when the recording broke off. */
async function flvEndMs({ sizeBytes, read }: StoredFile): Promise<number> {
  const end = Buffer.from(await read(Math.max(0, sizeBytes - FLV_SIZE_BYTES), sizeBytes));
  const lastBytes = end.length === FLV_SIZE_BYTES ? end.readUInt32BE() : 0;
  const lastAt = sizeBytes - FLV_SIZE_BYTES - lastBytes;
  if (lastBytes > FLV_TAG_BYTES && lastAt > 0) {
    const [last] = flvTags(Buffer.from(await read(lastAt, Math.min(lastAt + FLV_TAG_BYTES, sizeBytes))), 0);
    if (last && last.size + FLV_TAG_BYTES === lastBytes) return last.timeMs;
  }
  let lastMs = 0;
  let at = FLV_HEADER_BYTES + FLV_SIZE_BYTES;
  while (at + FLV_TAG_BYTES <= sizeBytes) {
    const bytes = Buffer.from(await read(at, Math.min(at + FLV_READ_BYTES, sizeBytes)));
    const tags = [...flvTags(bytes, 0)];
    const last = tags.at(-1);
    if (!last) break;
    lastMs = Math.max(lastMs, ...tags.map(({ timeMs }) => timeMs));
    at += last.at + FLV_TAG_BYTES + last.size + FLV_SIZE_BYTES;
  }
  return lastMs;
}
