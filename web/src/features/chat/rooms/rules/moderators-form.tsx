import { type FormEvent, useState } from 'react';
import { call } from '../../../../lib/api/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/forms/inputs.tsx';
import { tried } from '../room-entries.tsx';

interface ModeratorsFormProps {
  readonly channelId: string;
  readonly moderators: readonly string[];
}

export function ModeratorsForm({ channelId: id, moderators }: ModeratorsFormProps) {
  const [name, setName] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const username = name.trim();
    if (username === '') return;
    const params = { id, username };
    const put = () => call('PUT /rooms/{id}/moderators/{username}', { params });
    void tried(async () => (await put(), setName('')), `${username} looks after your chat`);
  };
  const dismiss = (username: string) =>
    tried(
      () => call('DELETE /rooms/{id}/moderators/{username}', { params: { id, username } }),
      `${username} is no longer a moderator`,
    );
  return (
    <section>
      <h3 className="font-semibold">Moderators</h3>
      <ul className="space-y-2">
        {moderators.map((username) => (
          <li key={username} className="flex items-center justify-between gap-4 text-sm">
            <span className="truncate">{username}</span>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Take the role back from ${username}`}
              onClick={() => void dismiss(username)}
            >
              Take the role back
            </Button>
          </li>
        ))}
      </ul>
      <form onSubmit={add} className="flex items-end gap-3">
        <TextField
          label="Username"
          value={name}
          onChange={({ target }) => setName(target.value)}
          autoComplete="off"
          className="min-w-0 flex-1"
        />
        <Button type="submit" variant="secondary" className="h-11">
          Add
        </Button>
      </form>
    </section>
  );
}
