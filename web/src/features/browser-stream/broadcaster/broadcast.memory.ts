/** What this browser knows of a broadcast while it goes on: other tabs leave it alone, and a visit after a crash finds it. */
import type { StoredBroadcast } from '../chunks/chunk.store.ts';
import type { CountByWay } from '../chunks/chunk.ts';
import type { BroadcasterPorts } from './broadcaster.ports.ts';

type MemoryPorts = Pick<BroadcasterPorts, 'store' | 'lock' | 'log'>;

/** A browser without storage goes live all the same: what fails here is only logged. */
export class BroadcastMemory {
  readonly #streamId: string;
  readonly #ports: MemoryPorts;
  /** Answers how to unlock it. */
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

  /** All of it is stored. */
  async forget(): Promise<void> {
    const { store, log } = this.#ports;
    await store.drop(this.#streamId).catch((error: unknown) => log('Error forgetting', error));
  }

  /** Other tabs may finish what is left. */
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
