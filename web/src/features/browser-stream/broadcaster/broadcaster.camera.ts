/** The open camera of a broadcaster, from Start Camera until its release, with its state for the page. */
import type { Camera } from '../camera/camera.ts';
import { problemOf } from '../camera/devices.ts';
import type { BroadcastStore } from './broadcast.store.ts';
import type { BroadcasterPorts } from './broadcaster.ports.ts';

type CameraPorts = Pick<BroadcasterPorts, 'openCamera'>;
type DeviceKind = 'camera' | 'microphone';

export class ActiveCamera {
  readonly #ports: CameraPorts;
  readonly #store: BroadcastStore;
  readonly #onLost: (device: DeviceKind) => void;
  #camera: Camera | null = null;

  constructor(ports: CameraPorts, store: BroadcastStore, onLost: (device: DeviceKind) => void) {
    this.#ports = ports;
    this.#store = store;
    this.#onLost = onLost;
  }

  current(): Camera | null {
    return this.#camera;
  }

  /** Returns `null` if `signal` was aborted meanwhile. Throws `CameraFailure`. */
  async open(signal: AbortSignal): Promise<Camera | null> {
    const camera = await this.#ports.openCamera({
      onChange: (view) => {
        if (!signal.aborted) this.#store.set(view);
      },
      onLost: this.#onLost,
    });
    if (signal.aborted) {
      camera.close();
      return null;
    }
    this.#camera = camera;
    camera.setMuted(this.#store.state().isMuted);
    this.#store.set(camera.view());
    return camera;
  }

  async chooseCamera(id: string): Promise<void> {
    await this.#camera?.chooseCamera(id).catch(this.failed);
  }

  async chooseMicrophone(id: string): Promise<void> {
    await this.#camera?.chooseMicrophone(id).catch(this.failed);
  }

  setMuted(isMuted: boolean): void {
    this.#camera?.setMuted(isMuted);
    this.#store.set({ isMuted });
  }

  sound(): MediaStreamTrack | null {
    return this.#camera?.sample().getAudioTracks()[0] ?? null;
  }

  level(): number {
    return this.#camera?.level() ?? 0;
  }

  close(): void {
    this.#camera?.close();
    this.#camera = null;
    this.#store.cameraOff();
  }

  readonly failed = (error: unknown): void =>
    this.#store.emit({ kind: 'camera-failed', problem: problemOf(error) });
}
