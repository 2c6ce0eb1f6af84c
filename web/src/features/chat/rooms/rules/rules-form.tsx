import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { CHAT_RULES_MAX_LENGTH } from '#shared/limits.ts';
import { call, detailOr } from '#web/lib/api/api.ts';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/forms/inputs.tsx';
import { roomQuery } from '../../rooms.queries.ts';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';

interface RulesFormProps {
  readonly channelId: string;
  readonly rules: string;
}

/** For the streamer. */
export function RulesForm({ channelId: id, rules }: RulesFormProps) {
  const cache = useQueryClient();
  const [text, setText] = useKept(`rules.${id}`, () => rules);
  const [problem, setProblem] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    call('PUT /rooms/{id}/rules', { params: { id }, body: { rules: text } }).then(
      (room) => {
        cache.setQueryData(roomQuery(id).queryKey, room);
        setProblem(undefined);
        toastSuccess(t('chat.rulesSaved'));
      },
      (error: unknown) => setProblem(detailOr(error, t('chat.rulesNotSaved'))),
    );
  };
  return (
    <section>
      <h3 className="font-semibold">{t('chat.rules')}</h3>
      <p className="text-sm text-soft">{t('chat.rulesHint')}</p>
      <form onSubmit={save} className="space-y-3">
        <TextArea
          label={t('chat.rulesLabel')}
          value={text}
          error={problem}
          onChange={({ target }) => setText(target.value)}
          maxLength={CHAT_RULES_MAX_LENGTH}
          rows={4}
        />
        <Button type="submit" variant="secondary">
          {t('chat.saveRules')}
        </Button>
      </form>
    </section>
  );
}
