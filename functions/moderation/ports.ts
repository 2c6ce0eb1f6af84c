import type { CasesRepository } from './cases/ports.ts';
import type { Case } from './cases/case.ts';
import type { PeopleRepository } from './people.repository.ts';
import type { CaseContext, DecideBody, Decision } from '../../shared/community/moderation.ts';

/** What a moderator has decided, and is to happen in one transaction with its entry in the log. */
export interface PlannedAct {
  readonly act: DecideBody['act'];
  /** As it was read; nothing happens where it has changed since. */
  readonly one: Case;
  readonly moderator: string;
  /** What is in force then; the entry's number comes with it. */
  readonly decisions: (seq: number) => readonly Decision[];
  /** The decision that is made, or taken back. */
  readonly decision: Omit<Decision, 'seq'>;
}

export interface ModerationPorts {
  readonly cases: CasesRepository;
  readonly people: Pick<PeopleRepository, 'isModerator' | 'suspensionOf'>;
  /** Does it and logs it. Answers the case as it then is; `null` where somebody else's act or a change came between. */
  readonly carryOut: (act: PlannedAct) => Promise<Case | null>;
  /** What a chat said before a message. */
  readonly saidBefore: (channelId: string, messageId: string) => Promise<CaseContext['said_before']>;
  /** How many acts concern somebody, up to 50. */
  readonly countActs: (id: string) => Promise<number>;
  readonly clock: () => number;
}
