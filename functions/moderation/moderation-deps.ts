import { headLine } from '#shared/plain/moderation/public-log.ts';
import { chatRepository } from '#functions/chat/index.ts';
import { logStep } from '#functions/log/log.ts';
import { casesRepository } from './cases/cases.repository.ts';
import { decisionExecutor, type ExecutionDeps } from './decisions/execute-decision.writes.ts';
import type { ModerationDeps } from './moderation.service.ts';
import { peopleRepository } from './people.repository.ts';
import { countActsAbout } from './transparency/person-acts.repository.ts';

const PRECEDING_MESSAGES = 10;

export const moderationDeps = (options: Omit<ExecutionDeps, 'onEntry'>): ModerationDeps => {
  const { table, clock } = options;
  return {
    cases: casesRepository(table),
    people: peopleRepository(table, clock),
    executeDecision: decisionExecutor({ ...options, onEntry: logHead }),
    precedingMessages: async (channelId, messageId) => {
      const messages = await chatRepository(table).list(
        channelId,
        { limit: PRECEDING_MESSAGES, before: messageId },
        clock(),
      );
      return messages.map(({ username, message, timestamp }) => ({ username, message, timestamp }));
    },
    countActs: (id) => countActsAbout(table, id),
    clock,
  };
};

/** The operator's log has every head of the public log, which reveals a rewritten log. */
const logHead: ExecutionDeps['onEntry'] = ({ seq, hash, at }) =>
  logStep('transparency.head', { line: headLine({ day: at.slice(0, 10), seq, hash }) });
