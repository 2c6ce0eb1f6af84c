import type { RaisedEvent } from '#infra/agreed/event.ts';

/** Brings events to the `events` Lambda one after the other, as they are raised; or holds them back for the test. */
export class EventCourier {
  /** All that were raised. */
  readonly raised: RaisedEvent[] = [];
  /** What the Lambda failed on. */
  readonly failures: unknown[] = [];
  /** Keeps what is raised from now on for the test to deliver. */
  isHolding = false;
  deliver: (event: object) => Promise<void> = () => Promise.reject(new Error('The Lambdas are not loaded'));
  #last: Promise<void> = Promise.resolve();

  raise(event: RaisedEvent): void {
    this.raised.push(event);
    if (this.isHolding) return;
    this.#last = this.#last
      .then(() => this.deliver(event))
      .catch((error: unknown) => void this.failures.push(error));
  }

  /** When all that was raised so far has been dealt with. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
