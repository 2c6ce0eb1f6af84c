import { type FormEvent, useId } from 'react';
import { GAME_MAX_LENGTH, TITLE_MAX_LENGTH } from '../../../../shared/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TagInput } from '../../ui/tag-input.tsx';
import type { StreamForm } from './stream-form.ts';

interface StreamSetupCardProps {
  readonly form: StreamForm;
  readonly onChange: (form: StreamForm) => void;
  readonly isLive: boolean;
  readonly busy: boolean;
  /** Offered while typing; any other text is as good. */
  readonly categories: readonly string[];
  readonly onCreate: () => void;
  readonly onStop: () => void;
}

/** "Stream Setup": specification §2 (/go-live-advanced). Its fields rest while live. */
export function StreamSetupCard(props: StreamSetupCardProps) {
  const { form, onChange, isLive, busy, categories, onCreate, onStop } = props;
  const listId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLive) onStop();
    else onCreate();
  };
  const isFixed = isLive || busy;
  return (
    <Card title="Stream Setup" description="What viewers see on your channel.">
      {/* §5 answers missing fields with a toast, so the browser's own bubbles stay out. */}
      <form onSubmit={submit} noValidate className="space-y-5">
        <TextField
          label="Stream Title"
          value={form.title}
          onChange={({ target }) => onChange({ ...form, title: target.value })}
          placeholder="Testing a 1962 desk fan"
          maxLength={TITLE_MAX_LENGTH}
          disabled={isFixed}
          autoComplete="off"
        />
        <TextField
          label="Category"
          value={form.game}
          onChange={({ target }) => onChange({ ...form, game: target.value })}
          placeholder="Vintage Fans"
          list={listId}
          maxLength={GAME_MAX_LENGTH}
          disabled={isFixed}
          autoComplete="off"
        />
        <datalist id={listId}>
          {categories.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <TagInput tags={form.tags} onChange={(tags) => onChange({ ...form, tags })} disabled={isFixed} />
        <Switch
          label="Keep replays of my streams"
          note="A stream that has ended stays on your channel as a video."
          checked={form.keepsReplay ?? true}
          onChange={(keepsReplay) => onChange({ ...form, keepsReplay })}
          disabled={isFixed}
        />
        <Button
          type="submit"
          size="lg"
          variant={isLive ? 'danger' : 'primary'}
          busy={busy}
          className="w-full"
        >
          {isLive ? 'Stop Stream' : 'Create Stream'}
        </Button>
      </form>
    </Card>
  );
}
