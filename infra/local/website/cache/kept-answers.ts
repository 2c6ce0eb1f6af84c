import type { Lifetime } from './lifetime.ts';

/** A cached response, compressed or not. */
export interface KeptAnswer {
  /** Its path, and the query parameters of the key. */
  readonly address: string;
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** When it was requested from the origin, or revalidated. */
  readonly requestedMs: number;
  readonly lifetime: Lifetime;
}

/** Size of an entry without its body: key, headers, overhead. */
const ENTRY_BYTES = 1000;

/** Responses by key, up to a total size. Evicts the least recently used. */
export class KeptAnswers {
  private readonly answers = new Map<string, KeptAnswer>();
  private readonly maxBytes: number;
  private bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get(key: string): KeptAnswer | undefined {
    const answer = this.answers.get(key);
    if (!answer) return undefined;
    // A map iterates in insertion order.
    this.answers.delete(key);
    this.answers.set(key, answer);
    return answer;
  }

  set(key: string, answer: KeptAnswer): void {
    this.delete(key);
    this.answers.set(key, answer);
    this.bytes += sizeOf(answer);
    for (const oldest of this.answers.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const answer = this.answers.get(key);
    if (answer && this.answers.delete(key)) this.bytes -= sizeOf(answer);
  }

  /** Deletes the responses at this path, or with this prefix if it ends in `*`. */
  deleteAt(address: string): void {
    const isMeant = (one: string) =>
      address.endsWith('*') ? one.startsWith(address.slice(0, -1)) : one === address;
    for (const [key, answer] of this.answers) if (isMeant(answer.address)) this.delete(key);
  }

  values(): readonly KeptAnswer[] {
    return [...this.answers.values()];
  }
}

const sizeOf = ({ body }: KeptAnswer): number => body.length + ENTRY_BYTES;
