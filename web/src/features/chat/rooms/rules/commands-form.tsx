import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { ChatCommand } from '#shared/community/chat-commands.ts';
import { COMMAND_ANSWER_MAX_LENGTH, COMMAND_NAME_MAX_LENGTH } from '#shared/limits.ts';
import { typedDigits } from '#shared/plain/text/typed-digits.ts';
import { ApiFailure, call, detailOr } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/forms/inputs.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { withOutcomeToast } from '../../acts/room-acts.ts';
import { commandsQuery } from '../../rooms.queries.ts';

const EMPTY: ChatCommand = { name: '', answer: '' };

/** The commands that the site answers. */
export function CommandsForm({ channelId }: { readonly channelId: string }) {
  const [draft, setDraft] = useState(EMPTY);
  const answer = useRef<HTMLTextAreaElement>(null);
  const edit = (command: ChatCommand) => {
    setDraft(command);
    answer.current?.focus();
  };
  return (
    <section>
      <h3 className="font-semibold">{t('chat.commands')}</h3>
      <p className="text-sm text-soft">{t('chat.ownCommandsHint')}</p>
      <CommandList channelId={channelId} onEdit={edit} />
      <CommandEditor channelId={channelId} draft={draft} onChange={setDraft} answerRef={answer} />
    </section>
  );
}

interface CommandListProps {
  readonly channelId: string;
  readonly onEdit: (command: ChatCommand) => void;
}

function CommandList({ channelId: id, onEdit }: CommandListProps) {
  const cache = useQueryClient();
  const query = useQuery(commandsQuery(id));
  const list = useRef<HTMLUListElement>(null);
  const remove = (name: string) =>
    withOutcomeToast(
      async () => {
        await call('DELETE /rooms/{id}/commands/{name}', { params: { id, name } });
        list.current?.focus();
        await cache.invalidateQueries(commandsQuery(id));
      },
      {
        done: t('chat.commandRemoved', { command: `!${name}` }),
        failed: t('chat.commandNotRemoved', { command: `!${name}` }),
      },
    );
  return (
    <Loaded query={query} failure={t('chat.listLoadFailed')}>
      {({ commands }) => (
        <ul ref={list} tabIndex={-1} className="space-y-2 outline-none">
          {commands.map((command) => (
            <CommandRow
              key={command.name}
              command={command}
              onEdit={() => onEdit(command)}
              onRemove={() => void remove(command.name)}
            />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

interface CommandRowProps {
  readonly command: ChatCommand;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function CommandRow({ command: { name, answer }, onEdit, onRemove }: CommandRowProps) {
  const labelOf = (action: string) => t('common.actionOn', { action, name: `!${name}` });
  return (
    <li className="flex items-center justify-between gap-4 text-sm">
      <p className="min-w-0 wrap-anywhere">
        <bdi dir="ltr" className="font-semibold">{`!${name}`}</bdi> <bdi className="text-soft">{answer}</bdi>
      </p>
      <span className="flex shrink-0">
        <Button variant="ghost" size="sm" aria-label={labelOf(t('common.edit'))} onClick={onEdit}>
          {t('common.edit')}
        </Button>
        <Button variant="ghost" size="sm" aria-label={labelOf(t('common.remove'))} onClick={onRemove}>
          {t('common.remove')}
        </Button>
      </span>
    </li>
  );
}

interface CommandEditorProps {
  readonly channelId: string;
  readonly draft: ChatCommand;
  readonly onChange: (draft: ChatCommand) => void;
  readonly answerRef: RefObject<HTMLTextAreaElement | null>;
}

interface Problem {
  readonly field: 'name' | 'answer';
  readonly text: string;
}

function CommandEditor({ channelId: id, draft, onChange, answerRef }: CommandEditorProps) {
  const cache = useQueryClient();
  const [problem, setProblem] = useState<Problem | null>(null);
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text : undefined);
  const change = (changed: Partial<ChatCommand>) => {
    onChange({ ...draft, ...changed });
    setProblem(null);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const name = nameIn(draft.name);
    const required = t('errors.required', { field: t('chat.commandLabel') });
    if (name === '') return setProblem({ field: 'name', text: required });
    const params = { id, name };
    call('PUT /rooms/{id}/commands/{name}', { params, body: { answer: draft.answer } }).then(
      () => {
        toastSuccess(t('chat.commandSaved', { command: `!${name}` }));
        onChange(EMPTY);
        return cache.invalidateQueries(commandsQuery(id));
      },
      (error: unknown) => {
        const field = error instanceof ApiFailure && error.field === 'answer' ? 'answer' : 'name';
        setProblem({ field, text: detailOr(error, t('chat.commandNotSaved')) });
      },
    );
  };
  return (
    <form noValidate onSubmit={save} className="space-y-3">
      <TextField
        required
        label={t('chat.commandLabel')}
        value={draft.name}
        error={errorOf('name')}
        onChange={({ target }) => change({ name: target.value })}
        // With its "!".
        maxLength={COMMAND_NAME_MAX_LENGTH + 1}
        placeholder="!"
        autoCapitalize="none"
        autoComplete="off"
        dir="ltr"
      />
      <TextArea
        ref={answerRef}
        required
        label={t('chat.commandAnswer')}
        value={draft.answer}
        error={errorOf('answer')}
        onChange={({ target }) => change({ answer: target.value })}
        maxLength={COMMAND_ANSWER_MAX_LENGTH}
        rows={2}
      />
      <Button type="submit" variant="secondary">
        {t('chat.saveCommand')}
      </Button>
    </form>
  );
}

/** The name of a command as people type it: "!Fan" is "fan". */
const nameIn = (text: string): string => typedDigits(text).trim().replace(/^!/, '').toLowerCase();
