interface DeviceTrackOptions {
  readonly closing: AbortSignal;
  /** Gets each new track, or `null`; if it throws, the previous track stays. */
  readonly onUse: (track: MediaStreamTrack | null) => void;
  readonly onLost: () => void;
  /** Called when the system pauses or resumes the device. */
  readonly onPaused: () => void;
}

export type DeviceTrack = ReturnType<typeof createDeviceTrack>;

/** The current track of a camera or a microphone, until it is replaced or disconnected. */
export function createDeviceTrack({ closing, onUse, onLost, onPaused }: DeviceTrackOptions) {
  let current: MediaStreamTrack | null = null;

  const use = (track: MediaStreamTrack | null): void => {
    const before = current;
    current = track;
    try {
      onUse(track);
    } catch (error) {
      current = before;
      throw error;
    }
    if (!track) return;
    const onTrack = (type: string, act: () => void) =>
      track.addEventListener(type, () => current === track && act(), { signal: closing });
    onTrack('ended', lose);
    onTrack('mute', onPaused);
    onTrack('unmute', onPaused);
  };
  const lose = (): void => {
    use(null);
    onLost();
  };
  return {
    use,
    lose,
    get current() {
      return current;
    },
    /** Whether the system has paused it: another program uses it, or the phone is locked. */
    isPaused: (): boolean => current?.muted === true,
    deviceId: (): string | null => current?.getSettings().deviceId ?? null,
    /** Replaces the current track; stops the new one if the camera is closed. Throws what `onUse` throws. */
    replace: (track: MediaStreamTrack | null): void => {
      if (closing.aborted) return track?.stop();
      const before = current;
      try {
        use(track);
      } catch (error) {
        track?.stop();
        throw error;
      }
      before?.stop();
    },
  };
}
