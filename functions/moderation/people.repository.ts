import type { CaseContext } from '#shared/community/moderation.ts';
import type { Suspension } from '#shared/people/auth.ts';
import type { ReportReason } from '#shared/plain/moderation/report-words.ts';
import { suspensionNow } from '#functions/auth/index.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { accountKey } from '#functions/channels/index.ts';

/** The item is described in `functions/auth/accounts/accounts.repository.ts`. */
interface PersonItem {
  readonly username: string;
  readonly is_leaving?: boolean;
  readonly is_moderator?: boolean;
  readonly suspended?: Suspension;
}

interface SuspendedPerson {
  readonly username: string;
  readonly suspension: Suspension;
}

export type PeopleRepository = ReturnType<typeof peopleRepository>;

/** Each read is consistent. */
export function peopleRepository(table: Table, clock: () => number) {
  const find = async (id: string): Promise<PersonItem | undefined> => {
    const item = await getItem<PersonItem>(table, accountKey(id));
    return item?.is_leaving ? undefined : item;
  };
  return {
    isModerator: async (id: string): Promise<boolean> => {
      const person = await find(id);
      return person?.is_moderator === true && !suspensionNow(person, clock());
    },
    /** `null` if not suspended; `undefined` if there is no such account. */
    suspensionOf: async (id: string): Promise<CaseContext['suspension'] | undefined> => {
      const person = await find(id);
      if (!person) return undefined;
      const suspension = suspensionNow(person, clock());
      return suspension ? { until: suspension.until, reason: suspension.reason as ReportReason } : null;
    },
    /** `null` unless suspended. */
    findSuspended: async (id: string): Promise<SuspendedPerson | null> => {
      const person = await find(id);
      if (!person) return null;
      const suspension = suspensionNow(person, clock());
      return suspension ? { username: person.username, suspension } : null;
    },
  };
}
