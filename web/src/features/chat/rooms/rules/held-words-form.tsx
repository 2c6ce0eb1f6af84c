import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { HELD_WORD_MAX_LENGTH, MAX_HELD_WORDS } from '../../../../../../shared/limits.ts';
import { call } from '../../../../lib/api/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { Loaded } from '../../../../ui/states/loaded.tsx';
import { tried } from '../room-entries.tsx';
import { wordsQuery } from '../rooms.queries.ts';

/** Words that the chat holds back, a line each. */
export function HeldWordsForm({ channelId }: { readonly channelId: string }) {
  const query = useQuery(wordsQuery(channelId));
  return (
    <section>
      <h3 className="font-semibold">Words that are held back</h3>
      <p className="text-sm text-soft">
        One on each line. They are found in capitals too, with accents, in letters that look alike, and with
        gaps between the letters.
      </p>
      <Loaded query={query} failure="They could not be loaded.">
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
      'Words saved',
    );
  };
  return (
    <form onSubmit={save} className="space-y-3">
      <TextArea
        label="Words"
        value={text}
        onChange={({ target }) => setText(target.value)}
        maxLength={MAX_HELD_WORDS * (HELD_WORD_MAX_LENGTH + 1)}
        rows={4}
      />
      <Button type="submit" variant="secondary">
        Save words
      </Button>
    </form>
  );
}
