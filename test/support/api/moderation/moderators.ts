import type { ModerationCase } from '#shared/community/moderation.ts';
import type { ReportBody } from '#shared/community/reports.ts';
import { expectSuccess } from '../contract-checks.ts';
import type { LocalApi, TestUser } from '../local-api.ts';
import { readAll } from '../table/table-reader.ts';
import type { LogEntry } from '#shared/plain/moderation/public-log.ts';

/** Gives or takes the role, as the operator does. */
export async function setRole(site: LocalApi, { username }: TestUser, isModerator = true): Promise<void> {
  const { setModerator } = await import('#functions/moderation/moderators.writes.ts');
  const change = await setModerator(site.table, username, isModerator);
  if (change !== 'done') throw new Error(`${username}: ${change}`);
}

/** Somebody with the role. */
export async function aModerator(site: LocalApi): Promise<TestUser> {
  const user = await site.aUser();
  await setRole(site, user);
  return user;
}

export const report = (site: LocalApi, { token }: TestUser, body: Partial<ReportBody>) =>
  site.api('POST', '/reports', { token, body: { reason: 'spam', ...body } });

/** The open cases, as a moderator sees them. */
export async function queueOf(site: LocalApi, { token }: TestUser): Promise<ModerationCase[]> {
  const found: ModerationCase[] = [];
  let cursor = '';
  do {
    const path = `/moderation/cases${cursor && `?cursor=${cursor}`}`;
    const page = expectSuccess('GET /moderation/cases', await site.api('GET', path, { token }));
    found.push(...page.cases);
    cursor = page.next ?? '';
  } while (cursor);
  return found;
}

export async function caseOf(site: LocalApi, { token }: TestUser, id: string) {
  const answer = await site.api('GET', `/moderation/cases/${id}`, { token });
  return expectSuccess('GET /moderation/cases/{case_id}', answer);
}

export const decide = (site: LocalApi, { token }: TestUser, id: string, body: object) =>
  site.api('POST', `/moderation/cases/${id}`, { token, body });

/** A decision on a case as it is now, which is carried out. */
export async function decided(site: LocalApi, moderator: TestUser, id: string, body: object) {
  const { case: one } = await caseOf(site, moderator, id);
  const answer = await decide(site, moderator, id, { version: one.version, ...body });
  return expectSuccess('POST /moderation/cases/{case_id}', answer);
}

/** All entries of the log, as the table has them. */
export async function logOf(site: LocalApi): Promise<LogEntry[]> {
  const items = (await readAll(site.table)).filter(
    ({ pk, sk }) => pk === 'PUBLIC_LOG' && sk.startsWith('ENTRY#'),
  );
  const fields = ['seq', 'at', 'act', 'subject', 'reason', 'until', 'sealed', 'previous', 'hash'];
  return items
    .map(
      (item) =>
        Object.fromEntries(fields.map((field) => [field, Reflect.get(item, field)])) as unknown as LogEntry,
    )
    .toSorted((a, b) => a.seq - b.seq);
}
