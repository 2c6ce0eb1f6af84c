import { useEffect, useRef, useState } from 'react';
import { VIDEO_STEPS } from '#shared/limits.ts';
import type { Video } from '#shared/videos/videos.ts';
import { call } from '#web/lib/api/api.ts';
import { showPass } from '#web/lib/api/passes.ts';
import { endAll, listen } from '#web/lib/listen.ts';
import { viewerOrigin } from '#web/lib/viewer-origin.ts';

const READ_EVERY_MS = 1000;
const SEND_EVERY_MS = 5 * 60_000;
/** A longer way between two reads is a jump, also at double speed. */
const LONGEST_STEP_S = 4;

/** Collects the hundredths of a video that were played; takes the position every second. */
export function playedSteps(durationS: number) {
  let steps = 0n;
  let lastS: number | null = null;
  return {
    note: (positionS: number): void => {
      const fromS = lastS;
      lastS = positionS;
      if (fromS === null || positionS <= fromS || positionS - fromS > LONGEST_STEP_S) return;
      const stepOf = (atS: number) => Math.min(VIDEO_STEPS - 1, Math.floor((atS / durationS) * VIDEO_STEPS));
      for (let step = stepOf(fromS); step <= stepOf(positionS); step += 1) steps |= 1n << BigInt(step);
    },
    /** As the API takes them. */
    hex: (): string => steps.toString(16).padStart(VIDEO_STEPS / 4, '0'),
    bits: (): bigint => steps,
  };
}

/**
 * Reports what is played of a video, every five minutes and when the page is hidden or left, once the returned function was
 * called. A lost report is contained in the next one.
 */
export function usePlayed(
  { id, visibility, duration_s }: Pick<Video, 'id' | 'visibility' | 'duration_s'>,
  positionS: () => number,
): () => void {
  const [isWatched, setIsWatched] = useState(false);
  const read = useRef(positionS);
  useEffect(() => {
    if (!isWatched || visibility === 'private' || !duration_s) return;
    const steps = playedSteps(duration_s);
    const origin = viewerOrigin();
    let sent = 0n;
    const send = (): void => {
      if (steps.bits() === sent) return;
      sent = steps.bits();
      const report = (pass: string) =>
        call('POST /videos/{id}/played', { params: { id }, body: { pass, steps: steps.hex(), origin } });
      void showPass('video', id, report).catch(() => {});
    };
    const reading = setInterval(() => steps.note(read.current()), READ_EVERY_MS);
    const sending = setInterval(send, SEND_EVERY_MS);
    const onHidden = () => document.visibilityState === 'hidden' && send();
    return endAll([
      listen(document, 'visibilitychange', onHidden),
      () => clearInterval(reading),
      () => clearInterval(sending),
      send,
    ]);
  }, [id, isWatched, visibility, duration_s]);
  return () => setIsWatched(true);
}
