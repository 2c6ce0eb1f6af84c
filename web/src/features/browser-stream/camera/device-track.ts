/** What a camera or a microphone gives just now, until it is replaced, unplugged or taken away. */
export class DeviceTrack {
  readonly #closing: AbortSignal;
  readonly #onUse: (track: MediaStreamTrack | null) => void;
  readonly #onLost: () => void;
  #track: MediaStreamTrack | null = null;

  /** `onUse` is told of each track, and of none. */
  constructor(closing: AbortSignal, onUse: (track: MediaStreamTrack | null) => void, onLost: () => void) {
    this.#closing = closing;
    this.#onUse = onUse;
    this.#onLost = onLost;
  }

  get current(): MediaStreamTrack | null {
    return this.#track;
  }

  get deviceId(): string | null {
    return this.#track?.getSettings().deviceId ?? null;
  }

  use(track: MediaStreamTrack | null): void {
    this.#track = track;
    this.#onUse(track);
    const signal = this.#closing;
    track?.addEventListener('ended', () => this.#track === track && this.lose(), { signal });
  }

  /** In place of the present one; of no use to a camera that is closed by now. */
  replace(track: MediaStreamTrack | null): void {
    if (this.#closing.aborted) return track?.stop();
    this.#track?.stop();
    this.use(track);
  }

  lose(): void {
    this.use(null);
    this.#onLost();
  }
}
