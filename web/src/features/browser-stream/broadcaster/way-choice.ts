/** Uses the user's way if this browser supports it. The direct way is tested with the camera. */
import type { WayAbility } from '../broadcast.ts';
import type { Camera } from '../camera/camera.ts';
import { CameraFailure } from '../camera/devices.ts';
import type { Way } from '#shared/live/browser-stream.ts';
import type { DirectProbe } from '../direct/direct.ts';
import type { BroadcastStore } from './broadcast-store.ts';
import type { BroadcasterPorts } from './broadcaster-ports.ts';
import { t } from '#web/lib/i18n/messages.ts';

const PROOF_WAIT_MS = 1500;

/** Displayed if the browser gives no reason. */
const CANNOT = t('browserStream.directModeUnsupported');

const ABLE: WayAbility = { is: 'proven' };
const FAILED: DirectProbe = { can: false, canSmall: false, why: CANNOT };

type WayPorts = Pick<BroadcasterPorts, 'lackFor' | 'probeDirect' | 'sleep' | 'log'>;

export interface ChosenWay {
  readonly way: Way;
  /** Whether the device is fast enough for a second, small rendition. */
  readonly canSmall: boolean;
}

export function createWayChoice(ports: WayPorts, store: BroadcastStore) {
  let camera: Camera | null = null;
  let proof: Promise<DirectProbe> | null = null;

  const isSupported = (way: Way) => ports.lackFor(way) === null;
  const isDirectChosen = () => store.state().chosenWay === 'direct' || !isSupported('compatible');
  const setAbility = (way: Way, ability: WayAbility) => {
    const why = ports.lackFor(way);
    const known = why === null ? ability : ({ is: 'missing', why } as const);
    store.set({ abilities: { ...store.state().abilities, [way]: known } });
  };
  const probe = async (probed: Camera) => {
    setAbility('direct', { is: 'checking' });
    const result = await ports.probeDirect(probed.sample()).catch((error: unknown) => {
      ports.log('The direct way cannot be tried', error);
      return FAILED;
    });
    const { can, why = CANNOT } = result;
    if (camera === probed) setAbility('direct', can ? ABLE : { is: 'missing', why });
    return result;
  };
  const prove = async () => {
    if (!camera || !isDirectChosen() || !isSupported('direct')) return FAILED;
    proof ??= probe(camera);
    return proof;
  };

  setAbility('compatible', ABLE);
  setAbility('direct', { is: 'unknown' });
  return {
    /** Throws `CameraFailure` if this browser supports no way. */
    check: (): void => {
      if (!isSupported('direct') && !isSupported('compatible')) throw new CameraFailure('unsupported');
    },
    choose: (way: Way): void => {
      store.set({ chosenWay: way });
      void prove();
    },
    /** Waits for the test only if there is no other way. Throws `CameraFailure` if the only way does not work. */
    cameraOn: async (opened: Camera): Promise<void> => {
      camera = opened;
      const proving = prove();
      if (isSupported('compatible') || (await proving).can) return;
      throw new CameraFailure('unsupported');
    },
    cameraOff: (): void => {
      [camera, proof] = [null, null];
      setAbility('direct', { is: 'unknown' });
    },
    decide: async (signal: AbortSignal): Promise<ChosenWay> => {
      const tooLate = ports.sleep(PROOF_WAIT_MS, signal).then(() => FAILED);
      const { can, canSmall } = await Promise.race([prove(), tooLate]);
      return { way: can && isDirectChosen() ? 'direct' : 'compatible', canSmall };
    },
  };
}
