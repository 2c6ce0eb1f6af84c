import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ChatRoom, RoomRole } from '../../../../../shared/community/rooms.ts';
import { HELD_WORD_MAX_LENGTH, MAX_HELD_WORDS } from '../../../../../shared/limits.ts';
import { call } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/forms/inputs.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { tried } from './room-entries.tsx';
import { wordsQuery } from '../rooms.queries.ts';
import { ModeForm } from './rules/mode-form.tsx';
import type { HiddenPeople } from '../../../lib/hooks/use-hidden-people.ts';
import { HiddenList, ModeratorsForm, SanctionList } from './rules/people.tsx';
import { t } from '../../../lib/i18n/messages.ts';

interface RulesDialogProps {
  readonly channelId: string;
  readonly room: ChatRoom;
  readonly role: RoomRole;
  readonly hidden: HiddenPeople;
  readonly onClose: () => void;
}

/** The chat's rules for moderators, and each user's hidden users. */
export function RulesDialog({ channelId, room, role, hidden, onClose }: RulesDialogProps) {
  const mayLead = role !== 'viewer';
  return (
    <Dialog title={t('chat.rules')} onClose={onClose}>
      <div className="divide-y divide-line overflow-y-auto [&>section]:space-y-4 [&>section]:px-4 [&>section]:py-5 sm:[&>section]:px-6">
        {mayLead && <ModeForm channelId={channelId} room={room} />}
        {role === 'streamer' && <ModeratorsForm channelId={channelId} moderators={room.moderators} />}
        {mayLead && <SanctionList channelId={channelId} />}
        {mayLead && <HeldWordsForm channelId={channelId} />}
        <HiddenList hidden={hidden} />
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
  const [text, setText] = useState(words.join('\n'));
  const save = (event: FormEvent) => {
    event.preventDefault();
    const lines = text.split('\n').flatMap((line) => line.trim() || []);
    void tried(
      () => call('PUT /rooms/{id}/words', { params: { id }, body: { words: lines } }),
      t('chat.wordsSaved'),
    );
  };
  return (
    <form onSubmit={save} className="space-y-3">
      <TextArea
        label={t('chat.wordsLabel')}
        value={text}
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
