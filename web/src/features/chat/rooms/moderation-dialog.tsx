import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ChatRoom } from '#shared/community/rooms.ts';
import { HELD_WORD_MAX_LENGTH, MAX_HELD_WORDS } from '#shared/limits.ts';
import { call, detailOr } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/forms/inputs.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { wordsQuery } from '../rooms.queries.ts';
import { CommandsForm } from './rules/commands-form.tsx';
import { ModeForm } from './rules/mode-form.tsx';
import { ActLog } from './rules/act-log.tsx';
import { ModeratorsForm, SanctionList } from './rules/people.tsx';
import { RulesForm } from './rules/rules-form.tsx';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface ModerationDialogProps {
  readonly channelId: string;
  readonly room: ChatRoom;
  readonly isStreamer: boolean;
  readonly onClose: () => void;
}

/** The tools of a chat's streamer and moderators. */
export function ModerationDialog({ channelId, room, isStreamer, onClose }: ModerationDialogProps) {
  return (
    <Dialog title={t('chat.moderation')} onClose={onClose}>
      <div className="divide-y divide-line overflow-y-auto [&>section]:space-y-4 [&>section]:px-4 [&>section]:py-5 sm:[&>section]:px-6">
        <ModeForm channelId={channelId} room={room} />
        {isStreamer && <RulesForm channelId={channelId} rules={room.rules} />}
        {isStreamer && <ModeratorsForm channelId={channelId} moderators={room.moderators} />}
        <SanctionList channelId={channelId} />
        <HeldWordsForm channelId={channelId} />
        <CommandsForm channelId={channelId} />
        <ActLog channelId={channelId} />
      </div>
    </Dialog>
  );
}

function HeldWordsForm({ channelId }: { readonly channelId: string }) {
  const query = useQuery(wordsQuery(channelId));
  return (
    <section>
      <h3 className="font-semibold">{t('chat.blockedWords')}</h3>
      <p className="text-sm text-soft">{t('chat.blockedWordsHint')}</p>
      <Loaded query={query} failure={t('chat.listLoadFailed')}>
        {({ words }) => <Words channelId={channelId} words={words} />}
      </Loaded>
    </section>
  );
}

function Words({ channelId: id, words }: { readonly channelId: string; readonly words: readonly string[] }) {
  const [text, setText] = useKept(`words.${id}`, () => words.join('\n'));
  const [problem, setProblem] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const lines = text.split('\n').flatMap((line) => line.trim() || []);
    call('PUT /rooms/{id}/words', { params: { id }, body: { words: lines } }).then(
      () => {
        setProblem(undefined);
        toastSuccess(t('chat.wordsSaved'));
      },
      (error: unknown) => setProblem(detailOr(error, t('chat.wordsNotSaved'))),
    );
  };
  return (
    <form onSubmit={save} className="space-y-3">
      <TextArea
        label={t('chat.wordsLabel')}
        value={text}
        error={problem}
        onChange={({ target }) => setText(target.value)}
        maxLength={MAX_HELD_WORDS * (HELD_WORD_MAX_LENGTH + 1)}
        rows={4}
      />
      <Button type="submit" variant="secondary">
        {t('chat.saveWords')}
      </Button>
    </form>
  );
}
