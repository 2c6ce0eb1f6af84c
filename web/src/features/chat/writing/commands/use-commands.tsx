import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoomRole } from '#shared/community/rooms.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { toastFailed } from '#web/ui/overlays/toast.tsx';
import { type Command, type CommandProblem, readDraft } from './read-draft.ts';
import type { RequestCommand } from './run-command.ts';

const HelpDialog = overlayOnDemand(() => import('./command-dialogs.tsx'), 'HelpDialog');
const PollDialog = overlayOnDemand(() => import('../../polls/poll-dialog.tsx'), 'PollDialog');
const ClearQuestion = overlayOnDemand(() => import('./command-dialogs.tsx'), 'ClearQuestion');

type DialogCommand = Exclude<Command, RequestCommand>;

interface Commanding {
  readonly channelId: string;
  readonly role: RoomRole;
  readonly text: string;
  /** Empties the field. */
  readonly take: () => void;
  readonly restore: (command: string) => void;
}

/** What the text of the field is, and what happens when it is a command. */
export function useCommands({ channelId, role, text, take, restore }: Commanding) {
  const cache = useQueryClient();
  const [open, setOpen] = useState<DialogCommand | null>(null);
  /** The text that was refused: the reason stays until it is edited. */
  const [refused, setRefused] = useState<string | null>(null);
  const draft = readDraft(text, role);
  const problem: CommandProblem | null = draft.type === 'refused' && refused === text ? draft.problem : null;

  const run = (command: Command) => {
    take();
    if (command.type === 'help' || command.type === 'clear' || command.type === 'poll')
      return setOpen(command);
    import('./run-command.ts')
      .then(({ runCommand }) => runCommand(channelId, command, cache))
      .catch((error: unknown) => void toastFailed(t('chat.commandFailed'), error))
      .then(
        (isDone) => isDone || restore(text),
        () => undefined,
      );
  };
  /** Returns false if the text is a message. */
  const submit = (): boolean => {
    if (draft.type === 'message') return false;
    if (draft.type === 'refused') setRefused(text);
    else run(draft.command);
    return true;
  };
  const onClose = () => setOpen(null);
  const dialogs = (
    <>
      {open?.type === 'help' && <HelpDialog channelId={channelId} role={role} onClose={onClose} />}
      {open?.type === 'clear' && <ClearQuestion channelId={channelId} onClose={onClose} />}
      {open?.type === 'poll' && <PollDialog channelId={channelId} draft={open} onClose={onClose} />}
    </>
  );
  return { draft, problem, submit, dialogs };
}
