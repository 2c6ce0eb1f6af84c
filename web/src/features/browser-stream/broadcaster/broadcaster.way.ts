/** Uses the user's way if this browser supports it. The direct way is tested with the camera. */
import type { WayAbility } from '../broadcast.ts';
import type { Camera } from '../camera/camera.ts';
import { CameraFailure } from '../camera/devices.ts';
import type { Way } from '../../../../../shared/live/browser-stream.ts';
import type { DirectProbe } from '../direct/direct.ts';
import type { BroadcastStore } from './broadcast.store.ts';
import type { BroadcasterPorts } from './broadcaster.ports.ts';

const PROOF_WAIT_MS = 1500;

/** Displayed if the browser gives no reason. */
const CANNOT = 'This browser cannot make the video by itself.';

const ABLE: WayAbility = { is: 'proven' };
const FAILED: DirectProbe = { can: false, canSmall: false, why: CANNOT };

type WayPorts = Pick<BroadcasterPorts, 'lackFor' | 'probeDirect' | 'sleep' | 'log'>;

export interface ChosenWay {
  readonly way: Way;
  /** Whether the device is fast enough for a second, small rendition. */
  readonly canSmall: boolean;
}

export class WayChoice {
  readonly #ports: WayPorts;
  readonly #store: BroadcastStore;
  #camera: Camera | null = null;
  #proof: Promise<DirectProbe> | null = null;

  constructor(ports: WayPorts, store: BroadcastStore) {
    this.#ports = ports;
    this.#store = store;
    this.#learn('compatible', ABLE);
    this.#learn('direct', { is: 'unknown' });
  }

  check(): void {
    if (!this.#isSupported('direct') && !this.#isSupported('compatible'))
      throw new CameraFailure('unsupported');
  }

  choose(way: Way): void {
    this.#store.set({ chosenWay: way });
    void this.#prove();
  }

  /** Waits for the test only if there is no other way. Throws `CameraFailure` if the only way does not work. */
  async cameraOn(camera: Camera): Promise<void> {
    this.#camera = camera;
    const proof = this.#prove();
    if (this.#isSupported('compatible') || (await proof).can) return;
    throw new CameraFailure('unsupported');
  }

  cameraOff(): void {
    this.#camera = null;
    this.#proof = null;
    this.#learn('direct', { is: 'unknown' });
  }

  async decide(signal: AbortSignal): Promise<ChosenWay> {
    const tooLate = this.#ports.sleep(PROOF_WAIT_MS, signal).then(() => FAILED);
    const { can, canSmall } = await Promise.race([this.#prove(), tooLate]);
    return { way: can && this.#isChosen() ? 'direct' : 'compatible', canSmall };
  }

  #isSupported(way: Way): boolean {
    return this.#ports.lackFor(way) === null;
  }

  #learn(way: Way, ability: WayAbility): void {
    const why = this.#ports.lackFor(way);
    const known = why === null ? ability : ({ is: 'missing', why } as const);
    this.#store.set({ abilities: { ...this.#store.state().abilities, [way]: known } });
  }

  #isChosen(): boolean {
    return this.#store.state().chosenWay === 'direct' || !this.#isSupported('compatible');
  }

  async #prove(): Promise<DirectProbe> {
    if (!this.#camera || !this.#isChosen() || !this.#isSupported('direct')) return FAILED;
    this.#proof ??= this.#try(this.#camera);
    return this.#proof;
  }

  async #try(camera: Camera): Promise<DirectProbe> {
    this.#learn('direct', { is: 'checking' });
    const proof = await this.#ports.probeDirect(camera.sample()).catch((error: unknown) => {
      this.#ports.log('The direct way cannot be tried', error);
      return FAILED;
    });
    const { can, why = CANNOT } = proof;
    if (this.#camera === camera) this.#learn('direct', can ? ABLE : { is: 'missing', why });
    return proof;
  }
}
