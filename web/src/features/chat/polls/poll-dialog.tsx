import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import {
  POLL_ANSWER_MAX_LENGTH,
  POLL_MAX_ANSWERS,
  POLL_MIN_ANSWERS,
  POLL_QUESTION_MAX_LENGTH,
} from '#shared/limits.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { uniqueKey } from '#web/lib/api/unique-key.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { formatUnit } from '#web/lib/i18n/numbers.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { RequiredNote } from '#web/ui/forms/field.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { Dialog, DialogForm } from '#web/ui/overlays/dialog.tsx';
import { useStartPoll } from './polls.queries.ts';

interface PollDialogProps {
  readonly channelId: string;
  /** What it begins with. @default nothing */
  readonly draft?: { readonly question: string; readonly answers: readonly string[] };
  readonly onClose: () => void;
}

const DURATIONS = [
  ['30', 30, 'second'],
  ['60', 1, 'minute'],
  ['120', 2, 'minute'],
  ['300', 5, 'minute'],
  ['600', 10, 'minute'],
] as const;

interface AnswerField {
  readonly id: number;
  readonly text: string;
}

const EMPTY = { question: '', answers: [] };

/** A text that is too long is cut, as in a field where it is pasted. */
function fieldsOf(answers: readonly string[]): readonly AnswerField[] {
  const count = Math.max(POLL_MIN_ANSWERS, Math.min(answers.length, POLL_MAX_ANSWERS));
  return Array.from({ length: count }, (_, id) => ({
    id,
    text: (answers[id] ?? '').slice(0, POLL_ANSWER_MAX_LENGTH),
  }));
}

/** Asks for a question and answers, and starts the poll. */
export function PollDialog({ channelId, draft = EMPTY, onClose }: PollDialogProps) {
  const [question, setQuestion] = useState(draft.question.slice(0, POLL_QUESTION_MAX_LENGTH));
  const [fields, setFields] = useState(() => fieldsOf(draft.answers));
  const [duration, setDuration] = useState('60');
  const [failure, setFailure] = useState<string | null>(null);
  const [key] = useState(uniqueKey);
  const starting = useStartPoll(channelId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const answers = fields.map(({ text }) => text);
    const problem = problemOf(question, answers);
    setFailure(problem);
    if (problem !== null) return;
    starting.mutate(
      { question, answers: answers.filter(isFilled), duration_s: Number(duration), key },
      {
        onSuccess: onClose,
        onError: (error) => setFailure(detailOr(error, t('polls.notStarted'))),
      },
    );
  };
  return (
    <Dialog title={t('polls.start')} onClose={() => starting.isPending || onClose()}>
      <DialogForm
        onSubmit={submit}
        failure={failure}
        isBusy={starting.isPending}
        submit={t('polls.startNow')}
      >
        <div className="space-y-4">
          <RequiredNote />
          <TextField
            required
            label={t('polls.question')}
            value={question}
            maxLength={POLL_QUESTION_MAX_LENGTH}
            onChange={({ target }) => setQuestion(target.value)}
            autoComplete="off"
          />
          <AnswerFields fields={fields} onChange={setFields} />
          <SelectField
            label={t('polls.duration')}
            value={duration}
            onChange={({ target }) => setDuration(target.value)}
            options={DURATIONS.map(([value, count, unit]) => ({
              value,
              text: formatUnit(count, unit, 0, 'long'),
            }))}
          />
        </div>
      </DialogForm>
    </Dialog>
  );
}

const isFilled = (text: string): boolean => text.trim() !== '';

function problemOf(question: string, answers: readonly string[]): string | null {
  if (!isFilled(question)) return t('errors.required', { field: t('polls.question') });
  const missing = answers.slice(0, POLL_MIN_ANSWERS).findIndex((answer) => !isFilled(answer));
  if (missing < 0 || answers.filter(isFilled).length >= POLL_MIN_ANSWERS) return null;
  return t('errors.required', { field: t('polls.answer', { number: missing + 1 }) });
}

interface AnswerFieldsProps {
  readonly fields: readonly AnswerField[];
  readonly onChange: (fields: readonly AnswerField[]) => void;
}

function AnswerFields({ fields, onChange }: AnswerFieldsProps) {
  const nextId = Math.max(...fields.map(({ id }) => id)) + 1;
  return (
    <>
      {fields.map(({ id, text }, at) => (
        <div key={id} className="flex items-end gap-1">
          <TextField
            required={at < POLL_MIN_ANSWERS}
            label={t('polls.answer', { number: at + 1 })}
            className="min-w-0 flex-1"
            value={text}
            maxLength={POLL_ANSWER_MAX_LENGTH}
            onChange={({ target }) => onChange(fields.with(at, { id, text: target.value }))}
            autoComplete="off"
          />
          {fields.length > POLL_MIN_ANSWERS && (
            <IconButton
              label={t('polls.removeAnswer', { number: at + 1 })}
              size="field"
              onClick={() => onChange(fields.toSpliced(at, 1))}
            >
              <X className="size-4" />
            </IconButton>
          )}
        </div>
      ))}
      <Button
        variant="secondary"
        size="sm"
        disabled={fields.length === POLL_MAX_ANSWERS}
        onClick={() => onChange([...fields, { id: nextId, text: '' }])}
      >
        <Plus aria-hidden="true" className="size-4" />
        {t('polls.addAnswer')}
      </Button>
    </>
  );
}
