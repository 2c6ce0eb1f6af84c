import { createHash } from 'node:crypto';
import { DomainError, notFound } from '../../base/errors.ts';
import type { Removal, ReportBody } from '../../../shared/community/reports.ts';
import type { Thing } from '../cases/case.ts';
import type { ReportsPorts } from './ports.ts';

const NAMES = {
  message: 'Message',
  video: 'Video',
  clip: 'Clip',
  channel: 'Channel',
  profile: 'Channel',
} as const;

/**
 * Has the site's moderators look at something; what it says now is copied. Nothing happens where the caller has reported
 * it already and it waits. Throws `not_found` for what the caller may not see, `conflict` for what is their own,
 * `too_many_requests`.
 */
export async function report(ports: ReportsPorts, callerId: string, body: ReportBody): Promise<void> {
  await countReport(ports, callerId);
  const thing = await ports.findThing(callerId, body);
  if (!thing) throw notFound(NAMES[body.kind]);
  if (thing.concerned === callerId) throw new DomainError('conflict', 'You cannot report what is your own.');
  const { reason, words = '' } = body;
  await ports.cases.report(thing, { who: callerId, reason, words, atMs: ports.clock() });
}

/** Answers to the caller's suspension. Throws `conflict` where there is none, or an answer waits, and `too_many_requests`. */
export async function appeal(ports: ReportsPorts, callerId: string, words: string): Promise<void> {
  await countReport(ports, callerId);
  const person = await ports.findSuspended(callerId);
  if (!person) throw new DomainError('conflict', 'Your account is not suspended.');
  const thing: Thing = {
    kind: 'appeal',
    caseId: `appeal.${callerId}`,
    concerned: callerId,
    username: person.username,
    evidence: { text: words, title: null, picture_urls: [], at: null },
  };
  const isNew = await ports.cases.report(thing, {
    who: callerId,
    reason: 'other',
    words,
    atMs: ports.clock(),
  });
  if (!isNew) throw new DomainError('conflict', 'You have answered already. A moderator will read it.');
}

/** What has an id that its owner knows it by. */
const OWN_KINDS = ['video', 'clip', 'channel', 'profile'] as const;

/** Why something of the caller's own was removed: a video, a clip, or their channel and profile. Nothing about what is another's. */
export async function removalsOf(
  { cases }: Pick<ReportsPorts, 'cases'>,
  callerId: string,
  id: string,
): Promise<Removal[]> {
  const found = await cases.findMany(OWN_KINDS.map((kind) => `${kind}.${id}`));
  return OWN_KINDS.flatMap((kind) =>
    found
      .filter((one) => one.kind === kind && one.concerned === callerId)
      .flatMap(({ decisions }) => decisions.filter(({ act }) => act === 'remove'))
      .map(({ reason, words, at }) => ({ kind, reason, words, at })),
  );
}

/** By a hash, so that no counter's key has anybody's id. */
const countReport = ({ rates }: ReportsPorts, callerId: string): Promise<void> =>
  rates.count('report', createHash('sha256').update(callerId).digest('base64url'));
