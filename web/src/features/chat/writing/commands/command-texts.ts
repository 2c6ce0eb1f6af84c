import { SLOW_MODE_MAX_S } from '#shared/limits.ts';
import { t } from '#web/lib/i18n/messages.ts';
import type { CommandName, CommandProblem } from './read-draft.ts';

/** How a command is written: "/ban name reason". */
export const usageOf = (command: CommandName): string => `/${command} ${argumentsOf(command)}`.trim();

export const argumentsOf = (command: CommandName): string => t('chat.commandArguments', { command });

/** Why a command is not carried out. */
export function problemText(problem: CommandProblem): string {
  switch (problem.reason) {
    case 'unknown':
      return t('chat.commandUnknown', { command: problem.name });
    case 'role':
      return problem.role === 'streamer' ? t('errors.only_streamer') : t('errors.only_chat_moderators');
    case 'usage':
      return t('chat.commandUsage', { usage: usageOf(problem.name) });
    case 'time_out_length':
      return t('chat.timeOutRange');
    case 'slow_mode_length':
      return t('chat.slowModeRange', { count: SLOW_MODE_MAX_S });
  }
}
