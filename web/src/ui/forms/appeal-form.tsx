import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { detailOr } from '#web/lib/api/api.ts';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '../button.tsx';
import { RequiredNote } from './field.tsx';
import { TextArea } from './inputs.tsx';
import { useScrollToProblem } from './use-scroll-to-problem.ts';

interface AppealFormProps {
  /** Names the text for `useKept`. */
  readonly name: string;
  readonly label: string;
  readonly maxLength: number;
  readonly send: (words: string) => Promise<unknown>;
  /** Takes the focus, and has less room. @default false */
  readonly isCompact?: boolean;
}

/** Asks moderators to reconsider a decision. */
export function AppealForm({ name, label, maxLength, send, isCompact = false }: AppealFormProps) {
  const [words, setWords] = useKept(name, () => '');
  const [tries, setTries] = useState(0);
  const form = useScrollToProblem(tries);
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => send(words) });
  if (isSuccess) return <p role="status">{t('moderation.appealSent')}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim()) mutate();
    else setTries(tries + 1);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className={isCompact ? 'space-y-3' : 'space-y-4'}>
      <RequiredNote />
      <TextArea
        required
        error={tries > 0 && !words.trim() ? t('moderation.appealMissing') : undefined}
        label={label}
        rows={isCompact ? 2 : 4}
        value={words}
        maxLength={maxLength}
        onChange={({ target }) => setWords(target.value)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The button that had the focus is gone.
        autoFocus={isCompact}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error && detailOr(error, t('moderation.appealFailed'))}
      </p>
      <Button type="submit" size={isCompact ? 'sm' : 'md'} busy={isPending}>
        {t('moderation.sendAppeal')}
      </Button>
    </form>
  );
}
