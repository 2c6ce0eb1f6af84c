import { HOUR_MS } from '../../shared/plain/time.ts';
import type { Pass, PassKind } from '../../shared/people/passes.ts';
import { DomainError } from '../base/errors.ts';
import { dayOf } from '../base/day.ts';
import type { PassSigner } from './pass.signer.ts';
import { seconds } from '../base/seconds.ts';

/** So long is a pass worth something. */
const LIFE_MS = HOUR_MS;
/** … and so long before its end another one should be asked for. */
const SPARE_MS = 10 * 60_000;

export interface PassDeps {
  readonly signer: PassSigner;
  /** One of the seats that a network has for those who are not signed in, at random. */
  readonly pickSeat: () => number;
  readonly clock: () => number;
}

export interface PassSubject {
  readonly kind: PassKind;
  readonly id: string;
}

/** All lists of channels, of which there is one kind of news. */
export const LISTS: PassSubject = { kind: 'lists', id: 'live' };

/** Who asks, as far as that is known. */
export interface Asker {
  readonly callerId: string | undefined;
  /** The network that they ask from. */
  readonly network: string;
}

/**
 * A pass to one thing, which reads nothing: one to what is not there is worth nothing. A person is one viewer of it;
 * who is not signed in is one of a network's, of which there are no more than so many in a day.
 */
export function issuePass(deps: PassDeps, asker: Asker, { kind, id }: PassSubject): Pass {
  const { signer, clock } = deps;
  const viewer = signer.pseudonym([kind, id, ...marksOf(deps, asker)]);
  const expiresS = seconds(clock() + LIFE_MS);
  return { pass: signer.sign({ kind, id, viewer, expiresS }), renew_after_ms: LIFE_MS - SPARE_MS };
}

function marksOf({ pickSeat, clock }: PassDeps, { callerId, network }: Asker): string[] {
  if (callerId !== undefined) return ['person', callerId];
  return ['network', network, dayOf(clock()), String(pickSeat())];
}

type Reading = Pick<PassDeps, 'signer' | 'clock'>;

/** What a pass is for; `null` for any other text. */
export const subjectOf = ({ signer, clock }: Reading, pass: string): PassSubject | null =>
  signer.read(pass, clock());

/** The viewer whom a pass to this very thing names. Throws `forbidden` for any other text. */
export function viewerOf({ signer, clock }: Reading, { kind, id }: PassSubject, pass: string): string {
  const claims = signer.read(pass, clock());
  if (claims?.kind === kind && claims.id === id) return claims.viewer;
  throw new DomainError(
    'forbidden',
    'This pass is not valid here, or not any more. Please load the page again.',
  );
}
