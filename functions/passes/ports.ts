import type { PassSigner } from './pass.signer.ts';

export interface PassPorts {
  readonly signer: PassSigner;
  /** One of the places that a network has for those who are not signed in, at random. */
  readonly pickSlot: () => number;
  readonly clock: () => number;
}
