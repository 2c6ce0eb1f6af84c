/** A night's sound: what is heard, how loud, and until when. */
import { useEffect, useEffectEvent, useState } from 'react';
import { findRecording, recordingOf } from './recordings.ts';
import type { LoadSound, Phase, Recording, SleepStage, SleptBy } from './sleep.types.ts';
import { useMixer, useRecordingSound } from './use-recording-sound.ts';
import { keepPaused, PASSAGE_S, setVolume, useSilence, useStreamSound } from './use-stream-sound.ts';
import { useTimer } from './use-timer.ts';

interface Sleep {
  readonly stage: SleepStage;
  readonly by: SleptBy;
  /** Of the video that is to follow a stream. */
  readonly address: string;
  /** In ms since 1970. */
  readonly endMs: number;
  readonly loadSound: LoadSound;
}

/** Nothing clicks, and nobody waits. */
const BEGIN_S = 0.3;

export function useSleep({ stage, by, address, endMs, loadSound }: Sleep) {
  const isOfStream = by.kind === 'stream';
  const [phase, setPhase] = useState<Phase>(isOfStream ? 'stream' : 'recording');
  const [isPaused, setIsPaused] = useState(false);
  const [recording, setRecording] = useState(() => firstRecording(by, stage.video));
  const mixer = useMixer();
  const [baseVolume] = useState(() => stage.video?.volume ?? 1);

  const setLoudness = (share: number) => {
    if (mixer) rampTo(mixer.volume, baseVolume * share);
    if (phase === 'stream' && stage.video) setVolume(stage.video, baseVolume * share);
  };
  useTimer(phase === 'over' ? null : endMs, { onLoudness: setLoudness, onOver: () => setPhase('over') });
  useStreamSound(isOfStream ? stage : NO_STAGE, { isOn: phase === 'stream', isPaused });
  const placeS = useRecordingSound(mixer, {
    recording: phase === 'over' ? null : recording,
    isPaused,
    fadeInS: isOfStream ? PASSAGE_S : BEGIN_S,
    loadSound,
    onHeard: () => setPhase((phase) => (phase === 'stream' ? 'recording' : phase)),
  });
  usePagesVideo(isOfStream ? null : stage.video, placeS);
  useWhatFollows({ stage, by, isExpected: phase === 'stream' && !isPaused, address }, (found) =>
    setRecording((known) => known ?? found),
  );
  return { phase, isPaused, setIsPaused, heard: phase === 'stream' ? null : recording };
}

/** Of a video the page's own player has no part in it. */
const NO_STAGE: SleepStage = { video: null, frame: null, steering: null, setSoundAlone: null };

const firstRecording = (by: SleptBy, video: HTMLVideoElement | null): Recording | null =>
  by.kind === 'video' ? recordingOf(by.video, video?.ended ? 0 : (video?.currentTime ?? 0)) : null;

const RAMP_S = 0.3;

function rampTo({ context, gain }: GainNode, value: number): void {
  gain.setTargetAtTime(value, context.currentTime, RAMP_S / 3);
}

/** Rests meanwhile, and goes on afterwards where the night has got to. */
function usePagesVideo(video: HTMLVideoElement | null, placeS: () => number): void {
  const whereItIs = useEffectEvent(placeS);
  useEffect(() => {
    if (!video) return;
    const wasPlaying = !video.paused;
    const release = keepPaused(video);
    return () => {
      release();
      const nowS = whereItIs();
      if (nowS > 0) goTo(video, nowS);
      if (wasPlaying) video.play().catch(() => {});
    };
  }, [video]);
}

function goTo(video: HTMLVideoElement, placeS: number): void {
  video.currentTime = placeS;
}

interface Followed {
  readonly stage: SleepStage;
  readonly by: SleptBy;
  readonly isExpected: boolean;
  /** Of the recording that the viewer has chosen. */
  readonly address: string;
}

/** A replay takes a while to become one. */
const ASK_AGAIN_MS = 15_000;

/** Finds what follows a stream that has ended, or that nothing comes of. */
function useWhatFollows(
  { stage, by, isExpected, address }: Followed,
  onFound: (recording: Recording) => void,
): void {
  const found = useEffectEvent(onFound);
  const [isSilent, setIsSilent] = useState(false);
  useSilence(stage.video, isExpected, () => setIsSilent(true));
  const channel = by.kind === 'stream' ? by.channel : null;
  const channelId = channel?.id;
  const isOver = channel !== null && (!channel.is_live || isSilent);
  useEffect(() => {
    if (!isOver || !isExpected || channelId === undefined) return;
    let isAsking = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const recording = await findRecording(channelId, address);
      if (!isAsking) return;
      if (recording) found(recording);
      else timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    };
    void ask();
    return () => {
      isAsking = false;
      clearTimeout(timer);
    };
  }, [isOver, isExpected, channelId, address]);
}
