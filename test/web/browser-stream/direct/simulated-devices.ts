/** A microphone and a camera with clocks of their own, whose sound and pictures come late by uneven times. */
import { seededRandom } from '#test/support/runner/seeded-random.ts';
import { PictureClock } from '#web/features/browser-stream/direct/clock/picture-clock.ts';
import { SoundClock } from '#web/features/browser-stream/direct/clock/sound-clock.ts';

export interface Devices {
  readonly lengthMs: number;
  /** How much faster its clock runs, in millionths. */
  readonly soundPpm?: number;
  readonly picturePpm?: number;
  /** So often nothing comes for half a second, and then all at once. */
  readonly stallEveryMs?: number;
  /** This sound never comes. */
  readonly lostSound?: { readonly fromMs: number; readonly toMs: number };
  readonly otherCameraAtMs?: number;
}

export interface Simulated {
  /** How much later than its sound each picture is placed, from the third second on. */
  readonly apart: readonly { readonly takenMs: number; readonly ms: number }[];
  /** From each picture to the next: on the recording's clock, and as the camera says. */
  readonly steps: readonly { readonly placedMs: number; readonly takenMs: number }[];
}

const RATE = 48_000;
const BLOCK = 1024;
const FRAMES_PER_S = 30;
const STALL_MS = 500;
/** How late things come. */
const [MIN_MS, UNEVEN_MS] = [5, 60];
const SETTLED_MS = 3000;

export function simulate({ lengthMs, soundPpm = 0, picturePpm = 0, ...faults }: Devices): Simulated {
  const sound = new SoundClock(RATE);
  const pictures = new PictureClock(sound);
  const blockMs = (BLOCK * 1000) / RATE / (1 + soundPpm / 1e6);
  const frameMs = 1000 / FRAMES_PER_S / (1 + picturePpm / 1e6);
  const events = [
    ...arrivals(lengthMs, blockMs, faults.stallEveryMs).map((event) => ({ ...event, isSound: true })),
    ...arrivals(lengthMs, frameMs, faults.stallEveryMs).map((event) => ({ ...event, isSound: false })),
  ].toSorted((a, b) => a.atMs - b.atMs);

  /** Where the sound of a moment was put, ms later than it sounded; by number of its block. */
  const put: number[] = [];
  const seen: { takenMs: number; ownMs: number; placedMs: number }[] = [];
  for (const { takenMs, atMs, isSound } of events) {
    if (isSound) {
      const isLost = faults.lostSound && takenMs > faults.lostSound.fromMs && takenMs < faults.lostSound.toMs;
      if (isLost || !sound.take(BLOCK, atMs).isKept) continue;
      put[Math.round(takenMs / blockMs)] = (sound.position * 1000) / RATE - takenMs;
    } else {
      const isOther = takenMs >= (faults.otherCameraAtMs ?? Infinity);
      const ownMs = takenMs * (1 + picturePpm / 1e6) + (isOther ? -1e6 : 5e6);
      const placedMs = pictures.timeOf(ownMs, atMs);
      if (placedMs !== null && takenMs >= SETTLED_MS) seen.push({ takenMs, ownMs, placedMs });
    }
  }
  const received = seen.filter(({ takenMs }) => put[Math.round(takenMs / blockMs)] !== undefined);
  return {
    apart: received.map(({ takenMs, placedMs }) => {
      return { takenMs, ms: placedMs - takenMs - (put[Math.round(takenMs / blockMs)] ?? 0) };
    }),
    steps: seen.slice(1).map(({ ownMs, placedMs }, index) => {
      const before = seen[index]!;
      return { placedMs: placedMs - before.placedMs, takenMs: ownMs - before.ownMs };
    }),
  };
}

interface Arrival {
  readonly takenMs: number;
  readonly atMs: number;
}

/** What one pipe brings, in order. */
function arrivals(lengthMs: number, everyMs: number, stallEveryMs: number | undefined): Arrival[] {
  const random = seededRandom(1);
  let lastMs = 0;
  return Array.from({ length: Math.floor(lengthMs / everyMs) }, (_, index) => {
    const takenMs = index * everyMs;
    lastMs = Math.max(lastMs, heldBack(takenMs + MIN_MS + random() ** 4 * UNEVEN_MS, stallEveryMs));
    return { takenMs, atMs: lastMs };
  });
}

function heldBack(atMs: number, everyMs = Infinity): number {
  const since = atMs % everyMs;
  return everyMs < Infinity && atMs > everyMs && since < STALL_MS ? atMs - since + STALL_MS : atMs;
}
