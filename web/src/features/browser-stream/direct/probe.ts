/** Whether this browser and this device have the direct way: tried with the real camera. */
import { startDirectRecorder } from './direct-recorder.ts';
import { type DirectProbe, missingAbility } from './direct.ts';

const SEGMENT_MS = 500;
/** About a second of the camera. */
const SEGMENTS = 2;
/** So long that second may take … */
const MAX_MS = 3000;
/** … once the encoders are loaded. */
const LOADING_MAX_MS = 10_000;

const TOO_SLOW = 'This device does not encode video as fast as the camera films.';
const BROKEN = 'The video encoder of this browser does not work.';
const NOT_LOADED = 'The encoders could not be loaded.';

/**
 * Whether this browser can do it, proven by encoding about a second of the real camera; by another second where the first
 * came too slowly, as a device may be busy for a moment.
 */
export async function probeDirect(media: MediaStream): Promise<DirectProbe> {
  const why = missingAbility();
  if (why !== null) return no(why);
  const probe = await encodeASecond(media);
  return probe.why === TOO_SLOW ? encodeASecond(media) : probe;
}

async function encodeASecond(media: MediaStream): Promise<DirectProbe> {
  const { promise: answer, resolve } = Promise.withResolvers<DirectProbe>();
  const segments: Uint8Array[] = [];
  let isReduced = false;
  const loading = setTimeout(() => resolve(no(NOT_LOADED)), LOADING_MAX_MS);
  const recorder = startDirectRecorder(
    media,
    {
      onSegment: (bytes) => {
        if (segments.push(bytes) === SEGMENTS) resolve(judge(segments, isReduced));
      },
      onQuality: (quality) => {
        isReduced = quality.isReduced || !quality.hasSmall;
      },
      onFailure: () => resolve(no(BROKEN)),
    },
    { segmentMs: SEGMENT_MS },
  );
  recorder.then(
    () => setTimeout(() => resolve(no(TOO_SLOW)), MAX_MS),
    () => resolve(no(BROKEN)),
  );
  const probe = await answer;
  clearTimeout(loading);
  recorder.then(({ stop }) => stop()).catch(() => {});
  return probe;
}

const no = (why: string): DirectProbe => ({ can: false, canSmall: false, why });

function judge(segments: readonly Uint8Array[], isReduced: boolean): DirectProbe {
  const files = segments.map(filesOf);
  if (files.some((found) => !found?.length)) return no(BROKEN);
  return { can: true, canSmall: !isReduced && files.every((found) => found?.length === 2) };
}

/** The little files of a segment as it goes over the wire, by their outermost boxes (ISO 14496-12 §4.2). Pure. */

const WHOLE = /^ftyp moov( (styp|sidx|prft))* moof mdat$/;

/** Each with its bytes, `main` first; `null` where the segment is not made of whole ones. */
export function filesOf(segment: Uint8Array): Uint8Array[] | null {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  const boxes: { type: string; start: number }[] = [];
  for (let at = 0; at < segment.length; at += view.getUint32(at)) {
    if (at + 8 > segment.length || view.getUint32(at) < 8) return null;
    if (at + view.getUint32(at) > segment.length) return null;
    boxes.push({ type: String.fromCodePoint(...segment.subarray(at + 4, at + 8)), start: at });
  }
  const starts = boxes.flatMap(({ type }, index) => (type === 'ftyp' ? [index] : []));
  const files = starts.map((from, nth) => boxes.slice(from, starts[nth + 1]));
  if (starts[0] !== 0 || !files.every((file) => WHOLE.test(file.map(({ type }) => type).join(' '))))
    return null;
  return files.map(([first], nth) => segment.subarray(first?.start, files[nth + 1]?.[0]?.start));
}
