import { useEffect, useRef, useState } from 'react';
import { listen } from '../../../lib/listen.ts';
import { firstMarks, type Mark, type Marks, moved, type Range } from './marks.ts';
import type { WatchedClock } from './watched-clock.ts';

interface Marking {
  readonly marks: Marks;
  readonly range: Range;
  readonly nowS: number;
}

/** What is marked; `null` until it is known what is shown. */
export function useMarks(video: HTMLVideoElement, clock: WatchedClock) {
  const [marking, setMarking] = useState<Marking | null>(null);
  useEffect(() => {
    const updateDuration = () => {
      const [nowS, range] = [clock.nowS(), clock.range()];
      if (nowS === null || range === null) return;
      setMarking((known) => ({ nowS, range, marks: known?.marks ?? firstMarks(nowS, range) }));
    };
    updateDuration();
    return listen(video, 'timeupdate', updateDuration);
  }, [video, clock]);
  const move = (mark: Mark, toS: number) =>
    setMarking((known) => known && { ...known, marks: moved(known.marks, mark, toS, known.range) });
  return { marking, move };
}

/** Plays what is marked, and goes back to where somebody was. */
export function usePreview(video: HTMLVideoElement, clock: WatchedClock) {
  const [untilS, setUntilS] = useState<number | null>(null);
  const backS = useRef(0);
  useEffect(() => {
    if (untilS === null) return;
    return listen(video, 'timeupdate', () => {
      const nowS = clock.nowS();
      if (nowS === null || nowS < untilS) return;
      setUntilS(null);
      clock.goBack(backS.current);
    });
  }, [video, clock, untilS]);
  const start = (marks: Marks) => {
    backS.current = clock.nowS() ?? marks.untilS;
    clock.seekTo(marks.fromS);
    // One that may not play shows the place.
    video.play().catch(() => undefined);
    setUntilS(marks.untilS);
  };
  const stop = () => {
    setUntilS(null);
    clock.goBack(backS.current);
  };
  return { isOn: untilS !== null, start, stop };
}
