import type { Lifetime } from './lifetime.ts';

/** An answer as it is handed out again, compressed or not. */
export interface KeptAnswer {
  /** At which address: the path, and the parameters that are part of the key. */
  readonly address: string;
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  /** When its origin was asked for it, or whether it was still so. */
  readonly requestedMs: number;
  readonly lifetime: Lifetime;
}

/** What an entry takes besides its body: key, headers, the entry itself. */
const ENTRY_BYTES = 1000;

/** Answers by their keys, up to a number of bytes; beyond it, the least recently used are removed. */
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
    // A map has its entries in the order in which they came.
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

  /** Forgets what is at this address, or at all that begin as one that ends in `*`. */
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
