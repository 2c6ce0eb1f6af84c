import type { PassSigner } from './pass.signer.ts';

export interface PassPorts {
  readonly signer: PassSigner;
  /** One of the seats that a network has for those who are not signed in, at random. */
  readonly pickSeat: () => number;
  readonly clock: () => number;
}
