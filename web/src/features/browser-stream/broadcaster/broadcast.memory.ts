/** Registers a running broadcast in this browser: locks it against other tabs, and stores it for recovery after a crash. */
import type { StoredBroadcast } from '../chunks/chunk.store.ts';
import type { CountByWay } from '../chunks/chunk.ts';
import type { BroadcasterPorts } from './broadcaster.ports.ts';

type MemoryPorts = Pick<BroadcasterPorts, 'store' | 'lock' | 'log'>;

/** Failures are only logged, because a browser without storage can go live too. */
export class BroadcastMemory {
  readonly #streamId: string;
  readonly #ports: MemoryPorts;
  /** Resolves to the function that unlocks it. */
  readonly #locked: Promise<() => void>;

  constructor(broadcast: StoredBroadcast, ports: MemoryPorts) {
    this.#streamId = broadcast.streamId;
    this.#ports = ports;
    this.#locked = this.#begin(broadcast);
  }

  async setCount(count: CountByWay): Promise<void> {
    const { store, log } = this.#ports;
    await store.setCount(this.#streamId, count).catch((error: unknown) => log('Error keeping', error));
  }

  async forget(): Promise<void> {
    const { store, log } = this.#ports;
    await store.drop(this.#streamId).catch((error: unknown) => log('Error forgetting', error));
  }

  /** Allows other tabs to finish the upload. */
  async unlock(): Promise<void> {
    (await this.#locked)();
  }

  async #begin(broadcast: StoredBroadcast): Promise<() => void> {
    const { store, lock, log } = this.#ports;
    const [unlock] = await Promise.all([
      lock(this.#streamId).catch(() => null),
      store.begin(broadcast).catch((error: unknown) => log('This browser keeps no chunks', error)),
    ]);
    return unlock ?? (() => {});
  }
}
