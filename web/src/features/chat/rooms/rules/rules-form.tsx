import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent } from 'react';
import { CHAT_RULES_MAX_LENGTH } from '../../../../../../shared/limits.ts';
import { call } from '../../../../lib/api/api.ts';
import { useKept } from '../../../../lib/hooks/use-kept.ts';
import { t } from '../../../../lib/i18n/messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextArea } from '../../../../ui/forms/inputs.tsx';
import { roomQuery } from '../../rooms.queries.ts';
import { tried } from '../room-entries.tsx';

interface RulesFormProps {
  readonly channelId: string;
  readonly rules: string;
}

/** For the streamer. */
export function RulesForm({ channelId: id, rules }: RulesFormProps) {
  const cache = useQueryClient();
  const [text, setText] = useKept(`rules.${id}`, () => rules);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void tried(
      async () => {
        const room = await call('PUT /rooms/{id}/rules', { params: { id }, body: { rules: text } });
        cache.setQueryData(roomQuery(id).queryKey, room);
      },
      { done: t('chat.rulesSaved'), failed: t('chat.rulesNotSaved') },
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
