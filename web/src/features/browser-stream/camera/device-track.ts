/** The current track of a camera or a microphone, until it is replaced or disconnected. */
export class DeviceTrack {
  readonly #closing: AbortSignal;
  readonly #onUse: (track: MediaStreamTrack | null) => void;
  readonly #on: { readonly lost: () => void; readonly paused: () => void };
  #track: MediaStreamTrack | null = null;

  /** `onUse` gets each new track, or `null`; if it throws, the previous track stays. */
  constructor(
    closing: AbortSignal,
    onUse: (track: MediaStreamTrack | null) => void,
    on: { readonly lost: () => void; readonly paused: () => void },
  ) {
    this.#closing = closing;
    this.#onUse = onUse;
    this.#on = on;
  }

  /** Whether the system has paused it: another program uses it, or the phone is locked. */
  get isPaused(): boolean {
    return this.#track?.muted === true;
  }

  get current(): MediaStreamTrack | null {
    return this.#track;
  }

  get deviceId(): string | null {
    return this.#track?.getSettings().deviceId ?? null;
  }

  use(track: MediaStreamTrack | null): void {
    const before = this.#track;
    this.#track = track;
    try {
      this.#onUse(track);
    } catch (error) {
      this.#track = before;
      throw error;
    }
    if (!track) return;
    const signal = this.#closing;
    const isCurrent = () => this.#track === track;
    track.addEventListener('ended', () => isCurrent() && this.lose(), { signal });
    for (const type of ['mute', 'unmute'])
      track.addEventListener(type, () => isCurrent() && this.#on.paused(), { signal });
  }

  /** Replaces the current track; stops the new one if the camera is closed. Throws what `onUse` throws. */
  replace(track: MediaStreamTrack | null): void {
    if (this.#closing.aborted) return track?.stop();
    const before = this.#track;
    try {
      this.use(track);
    } catch (error) {
      track?.stop();
      throw error;
    }
    before?.stop();
  }

  lose(): void {
    this.use(null);
    this.#on.lost();
  }
}
