import { HOUR_MS } from '#shared/plain/time.ts';
import type { Pass } from '#shared/people/passes.ts';
import { DomainError } from '#functions/base/errors.ts';
import { dayOf } from '#functions/base/day.ts';
import { type Claims, type PassSigner, personMarks } from './pass-signer.ts';
import { seconds } from '#functions/base/seconds.ts';

/** A pass is valid for this long. */
const LIFE_MS = HOUR_MS;
/** Clients renew it this long before its end. */
const SPARE_MS = 10 * 60_000;

export interface PassDeps {
  readonly signer: PassSigner;
  /** A random slot for an anonymous viewer of a network. */
  readonly pickAnonymousSlot: () => number;
  readonly clock: () => number;
}

type PassSubject = Pick<Claims, 'kind' | 'id'>;

/** All lists of channels. */
export const LISTS: PassSubject = { kind: 'lists', id: 'live' };

interface Viewer {
  readonly callerId: string | undefined;
  /** See `ownerOfAddress`. */
  readonly network: string;
}

/**
 * Does not check that the subject exists: a pass to a missing one is useless. A signed-in person is one viewer; others
 * share the slots of their network, which limits their number per day.
 */
export function issuePass(deps: PassDeps, requester: Viewer, { kind, id }: PassSubject): Pass {
  const { signer, clock } = deps;
  const viewer = signer.pseudonym([kind, id, ...marksOf(deps, requester)]);
  const expiresS = seconds(clock() + LIFE_MS);
  const pass = signer.sign({ kind, id, viewer, expiresS, owner: ownerOf(signer, requester) });
  return { pass, renew_after_ms: LIFE_MS - SPARE_MS };
}

/** How the pseudonym of a person begins, other than that of a network. */
export const PERSON_PREFIX = 'p';

/** The same for all subjects, because subscriptions are counted for all of them together. */
function ownerOf(signer: PassSigner, { callerId, network }: Viewer): string {
  if (callerId === undefined) return `n${signer.pseudonym(['subscriptions', 'network', network])}`;
  return PERSON_PREFIX + signer.pseudonym(['subscriptions', 'person', callerId]);
}

function marksOf({ pickAnonymousSlot, clock }: PassDeps, { callerId, network }: Viewer): string[] {
  if (callerId !== undefined) return personMarks(callerId);
  return ['network', network, dayOf(clock()), String(pickAnonymousSlot())];
}

/** The viewer of a valid pass to this subject. Throws `forbidden` for any other. */
export function viewerOf(
  { signer, clock }: Pick<PassDeps, 'signer' | 'clock'>,
  { kind, id }: PassSubject,
  pass: string,
): string {
  const claims = signer.read(pass, clock());
  if (claims?.kind === kind && claims.id === id) return claims.viewer;
  throw new DomainError('forbidden', 'pass_not_valid');
}
