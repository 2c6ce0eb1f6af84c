/** Tests with the real camera whether this browser and this device support the direct way. */
import { createDeferred } from '#web/lib/async/deferred.ts';
import { endAll } from '#web/lib/listen.ts';
import { startTimer } from '#web/lib/wait.ts';
import { startDirectRecorder } from './direct-recorder.ts';
import { type DirectProbe, missingAbility } from './direct.ts';
import { t } from '#web/lib/i18n/messages.ts';

const SEGMENT_MS = 500;
/** About a second of the camera. */
const SEGMENTS = 2;
/** Timeout of that second. */
const MAX_MS = 3000;
/** Loading the encoders has its own timeout. */
const LOADING_MAX_MS = 10_000;

const TOO_SLOW = t('browserStream.deviceTooSlow');
const BROKEN = t('browserStream.encoderBroken');
const NOT_LOADED = t('browserStream.encodersLoadFailed');

/** Repeats a test that was too slow once, because a device may be busy for a moment. */
export async function probeDirect(media: MediaStream): Promise<DirectProbe> {
  const why = missingAbility();
  if (why !== null) return no(why);
  const probe = await encodeASecond(media);
  return probe.why === TOO_SLOW ? encodeASecond(media) : probe;
}

async function encodeASecond(media: MediaStream): Promise<DirectProbe> {
  const { promise: answer, resolve } = createDeferred<DirectProbe>();
  const segments: Uint8Array[] = [];
  let isReduced = false;
  const timers = [startTimer(() => resolve(no(NOT_LOADED)), LOADING_MAX_MS)];
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
    () => timers.push(startTimer(() => resolve(no(TOO_SLOW)), MAX_MS)),
    () => resolve(no(BROKEN)),
  );
  const probe = await answer;
  endAll(timers)();
  recorder.then(({ stop }) => stop()).catch(() => {});
  return probe;
}

const no = (why: string): DirectProbe => ({ can: false, canSmall: false, why });

function judge(segments: readonly Uint8Array[], isReduced: boolean): DirectProbe {
  const files = segments.map(filesOf);
  if (files.some((found) => !found?.length)) return no(BROKEN);
  return { can: true, canSmall: !isReduced && files.every((found) => found?.length === 2) };
}

/** The outermost boxes of a segment's file (ISO 14496-12 §4.2). */
const WHOLE = /^ftyp moov( (styp|sidx|prft))* moof mdat$/;

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
