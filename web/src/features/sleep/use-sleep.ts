/** The sound of sleep mode: what plays, how loud, and until when. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LoadSound, Phase, SleepRecording, SleepStage, SleepSource } from './sleep.types.ts';
import { findRecording, recordingOf, useMixer, useRecordingSound } from './use-recording-sound.ts';
import { keepPaused, CROSSFADE_S, setVolume, useSilence, useStreamSound } from './use-stream-sound.ts';
import { useTimer } from './sleep-timer.ts';

interface Sleep {
  readonly stage: SleepStage;
  readonly source: SleepSource;
  /** URL of the video to play after the stream; may be empty. */
  readonly address: string;
  /** In ms since 1970. */
  readonly endMs: number;
  readonly loadSound: LoadSound;
}

/** Short, but long enough to avoid a click. */
const BEGIN_S = 0.3;

export function useSleep({ stage, source, address, endMs, loadSound }: Sleep) {
  const isOfStream = source.kind === 'stream';
  const [phase, setPhase] = useState<Phase>(isOfStream ? 'stream' : 'recording');
  const [isPaused, setIsPaused] = useState(false);
  const [recording, setRecording] = useState(() => firstRecording(source, stage.video));
  const mixer = useMixer();
  const [baseVolume] = useState(() => stage.video?.volume ?? 1);

  const isEnded = phase === 'ended';
  const share = useRef(1);
  const setLoudness = (loudness: number) => {
    share.current = loudness;
    if (mixer) rampTo(mixer.volume, baseVolume * loudness);
    if (phase === 'stream' && stage.video) setVolume(stage.video, baseVolume * loudness);
  };
  useEffect(() => {
    if (mixer) rampTo(mixer.volume, baseVolume * share.current);
  }, [mixer, baseVolume]);
  useTimer(isEnded ? null : endMs, { onLoudness: setLoudness, onEnd: () => setPhase('ended') });
  useStreamSound(isOfStream ? stage : NO_STAGE, { isOn: phase === 'stream', isPaused, isEnded });
  const positionS = useRecordingSound(mixer, {
    recording: isEnded ? null : recording,
    isPaused,
    fadeInS: isOfStream ? CROSSFADE_S : BEGIN_S,
    loadSound,
    onAudible: () => setPhase((phase) => (phase === 'stream' ? 'recording' : phase)),
  });
  usePagePlayer(isOfStream ? null : stage.video, positionS, isEnded);
  useNextRecording({ stage, source, isExpected: phase === 'stream' && !isPaused, address }, (found) =>
    setRecording((known) => known ?? found),
  );
  return { phase, isPaused, setIsPaused, playing: phase === 'stream' ? null : recording };
}

/** For a video, whose sound is played without the page's player. */
const NO_STAGE: SleepStage = { video: null, frame: null, steering: null, setSoundAlone: null };

const firstRecording = (source: SleepSource, video: HTMLVideoElement | null): SleepRecording | null =>
  source.kind === 'video' ? recordingOf(source.video, video?.ended ? 0 : (video?.currentTime ?? 0)) : null;

const RAMP_S = 0.3;

function rampTo({ context, gain }: GainNode, value: number): void {
  gain.setTargetAtTime(value, context.currentTime, RAMP_S / 3);
}

/** Pauses the page's player meanwhile, and afterwards continues it at the reached position, unless the timer has ended. */
function usePagePlayer(video: HTMLVideoElement | null, positionS: () => number, isEnded: boolean): void {
  const resume = useEffectEvent((video: HTMLVideoElement, wasPlaying: boolean) => {
    if (positionS() > 0) goTo(video, positionS());
    if (wasPlaying && !isEnded) video.play().catch(() => {});
  });
  useEffect(() => {
    if (!video) return;
    const wasPlaying = !video.paused;
    const release = keepPaused(video);
    return () => {
      release();
      resume(video, wasPlaying);
    };
  }, [video]);
}

function goTo(video: HTMLVideoElement, positionS: number): void {
  video.currentTime = positionS;
}

interface NextRecordingOptions extends Pick<Sleep, 'stage' | 'source' | 'address'> {
  readonly isExpected: boolean;
}

/** A replay becomes available some time after the stream. */
const RETRY_MS = 15_000;

/** Finds the recording to play after a stream has ended or stays silent. */
function useNextRecording(
  { stage, source, isExpected, address }: NextRecordingOptions,
  onFound: (recording: SleepRecording) => void,
): void {
  const found = useEffectEvent(onFound);
  const [isSilent, setIsSilent] = useState(false);
  useSilence(stage.video, isExpected, () => setIsSilent(true));
  const channel = source.kind === 'stream' ? source.channel : null;
  const channelId = channel?.id;
  const isEnded = channel !== null && (!channel.is_live || isSilent);
  useEffect(() => {
    if (!isEnded || !isExpected || channelId === undefined) return;
    let isWanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const search = async () => {
      const recording = await findRecording(channelId, address);
      if (!isWanted) return;
      if (recording) found(recording);
      else timer = setTimeout(() => void search(), RETRY_MS);
    };
    void search();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [isEnded, isExpected, channelId, address]);
}
