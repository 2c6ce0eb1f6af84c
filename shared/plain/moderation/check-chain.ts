/** Checks the public log in pieces as it is read; by Web Crypto, which browsers and Node share. */
import { canonical, FIRST_HASH, type LogEntry } from './public-log.ts';

/** The verified part of the chain. */
export interface ChainState {
  readonly seq: number;
  readonly hash: string;
  /** The first wrong entry, and why; later ones are not checked. */
  readonly broken?: { readonly seq: number; readonly why: 'missing' | 'changed' | 'not chained' };
}

export const CHAIN_START: ChainState = { seq: 0, hash: FIRST_HASH };

/** Checks the entries that follow `state`, in order. */
export async function checkChain(
  entries: readonly LogEntry[],
  state: ChainState = CHAIN_START,
): Promise<ChainState> {
  let { seq, hash } = state;
  if (state.broken) return state;
  for (const entry of entries) {
    const broken = (why: 'missing' | 'changed' | 'not chained') => ({
      seq,
      hash,
      broken: { seq: seq + 1, why },
    });
    if (entry.seq !== seq + 1) return broken('missing');
    if (entry.previous !== hash) return broken('not chained');
    if ((await sha256(canonical(entry))) !== entry.hash) return broken('changed');
    ({ seq, hash } = entry);
  }
  return { seq, hash };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
