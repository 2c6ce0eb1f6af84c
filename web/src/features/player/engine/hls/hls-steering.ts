/** Quality and live position of hls.js. Loaded with it. */
import { Events, type Hls, type LevelDetails } from 'hls.js/light';
import { listen } from '#web/lib/listen.ts';
import { farBehindS } from '../hls-config.ts';
import { NO_QUALITIES, qualitiesOf } from '../steering.ts';
import type { LiveSteering, Qualities, Steering } from '#web/lib/player-stage.ts';

export const steerVideo = (hls: Hls): Steering => ({
  ...steerQualities(hls, (level) => {
    // Reloads what is ahead in the buffer, so that the choice is visible within a second.
    hls.nextLevel = level;
  }),
  live: null,
});

/** Steers a live stream; `isCamera`: of a browser's camera. */
export const steerLive = (hls: Hls, video: HTMLVideoElement, isCamera = false): Steering => ({
  ...steerQualities(hls, (level) => {
    // Keeps the little that is buffered ahead, so that the picture keeps moving.
    hls.loadLevel = level;
  }),
  live: steerTime(hls, video, isCamera),
});

const AUTO_LEVEL = -1;

function steerQualities(hls: Hls, setLevel: (level: number) => void): Omit<Steering, 'live'> {
  const changes = new EventTarget();
  let qualities: Qualities = NO_QUALITIES;
  const update = (change: Partial<Qualities>) => {
    qualities = { ...qualities, ...change };
    changes.dispatchEvent(new Event('change'));
  };
  hls.on(Events.MANIFEST_PARSED, () => update({ all: qualitiesOf(hls.levels) }));
  hls.on(Events.LEVELS_UPDATED, () => update({ all: qualitiesOf(hls.levels) }));
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) => update({ current: level }));
  return {
    subscribe: (listener) => listen(changes, 'change', listener),
    qualities: () => qualities,
    choose: (id) => {
      setLevel(id ?? AUTO_LEVEL);
      update({ chosen: id });
    },
  };
}

/** A seek nearer to the live position than this returns to live. */
const LIVE_WITHIN_S = 1;

function steerTime(hls: Hls, video: HTMLVideoElement, isCamera: boolean): LiveSteering {
  const { maxLiveSyncPlaybackRate } = hls.config;
  const farS = () => {
    const segmentS = hls.latestLevelDetails?.averagetargetduration ?? Number.POSITIVE_INFINITY;
    return farBehindS(hls.targetLatency ?? 0, { segmentS, isCamera });
  };
  // A viewer who chose to be behind is neither sped up nor moved to the live position.
  const follow = (isLive: boolean) => {
    hls.config.maxLiveSyncPlaybackRate = isLive ? maxLiveSyncPlaybackRate : 1;
    hls.config.liveMaxLatencyDuration = isLive ? farS() : Number.POSITIVE_INFINITY;
  };
  const goLive = () => {
    follow(true);
    if (hls.liveSyncPosition !== null) video.currentTime = hls.liveSyncPosition;
  };
  const seekBy = (seconds: number) => {
    const livePositionS = hls.liveSyncPosition;
    if (livePositionS === null) return;
    // Before the playlist's start, hls.js would move the viewer to the live position.
    const playlistStartS = (hls.latestLevelDetails?.fragmentStart ?? 0) + 1;
    const targetS = Math.max(video.currentTime + seconds, earliestS(video), playlistStartS);
    if (targetS > livePositionS - LIVE_WITHIN_S) return goLive();
    follow(false);
    video.currentTime = targetS;
  };
  const seekTo = (dateMs: number): boolean => {
    const livePositionS = hls.liveSyncPosition;
    const targetS = positionAt(hls.latestLevelDetails, dateMs);
    const earliest = Math.max(earliestS(video), (hls.latestLevelDetails?.fragmentStart ?? 0) + 1);
    if (targetS === null || livePositionS === null || targetS < earliest) return false;
    if (targetS > livePositionS - LIVE_WITHIN_S) goLive();
    else {
      follow(false);
      video.currentTime = targetS;
    }
    return true;
  };
  const behindS = () =>
    Math.max(
      0,
      hls.latency - (hls.targetLatency ?? 0) + gapsAheadS(hls.latestLevelDetails, video.currentTime),
    );
  const aheadS = () => {
    const details = hls.latestLevelDetails;
    return details && Math.max(0, details.edge - video.currentTime);
  };
  return { behindS, aheadS, playingDate: () => hls.playingDate, goLive, seekBy, seekTo, rewind: null };
}

/** The position of a program date, or of what follows where it is missing; `null` where it is not listed. */
export function positionAt(details: LevelDetails | null, dateMs: number): number | null {
  const fragments = details?.fragments ?? [];
  if (dateMs < (fragments[0]?.programDateTime ?? Number.POSITIVE_INFINITY)) return null;
  const found = fragments.find(
    ({ programDateTime, duration }) => (programDateTime ?? 0) + duration * 1000 > dateMs,
  );
  return found ? found.start + Math.max(0, (dateMs - (found.programDateTime ?? 0)) / 1000) : null;
}

/** Seconds of gaps between a position and the newest segment, which only the program dates include. */
function gapsAheadS(details: LevelDetails | null, positionS: number): number {
  const here = details?.fragments.find(({ end }) => end > positionS);
  const newest = details?.fragments.at(-1);
  if (!here?.programDateTime || !newest?.programDateTime) return 0;
  const datesS = (newest.programDateTime - here.programDateTime) / 1000;
  return Math.max(0, datesS - (newest.start - here.start));
}

/** The start of the buffered range around the current position. */
function earliestS({ buffered, currentTime }: HTMLVideoElement): number {
  for (let range = 0; range < buffered.length; range += 1) {
    if (buffered.start(range) <= currentTime && currentTime <= buffered.end(range))
      return buffered.start(range);
  }
  return currentTime;
}
