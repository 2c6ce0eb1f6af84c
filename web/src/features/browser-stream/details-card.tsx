import { useEffect, useRef } from 'react';
import { CATEGORIES } from '../../../../shared/category-list.ts';
import { TITLE_MAX_LENGTH } from '../../../../shared/limits.ts';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/input.tsx';
import { SelectField } from '../../ui/select.tsx';
import { TagInput } from '../../ui/tag-input.tsx';
import { LiveNotice } from './live-notice.tsx';
import { Tips } from './tips.tsx';
import type { Broadcast } from './use-broadcast.ts';

interface DetailsCardProps {
  readonly broadcast: Broadcast;
  readonly channelPath: string;
}

/** "Stream Details": specification §2 (/go-live). Its fields rest from Go LIVE on. */
export function DetailsCard({ broadcast, channelPath }: DetailsCardProps) {
  const { phase, chunks } = broadcast.state;
  return (
    <Card title="Stream Details" description="What viewers see on your channel." className="max-sm:p-3">
      <div className="space-y-5">
        {phase === 'live' && <LiveNotice channelPath={channelPath} chunks={chunks} />}
        <Fields {...broadcast} />
        <Tips />
      </div>
    </Card>
  );
}

const NAMES = CATEGORIES.map(({ name }) => name);

function Fields({ state, form, setForm, misses }: Broadcast) {
  const isFixed = state.phase === 'starting' || state.phase === 'live' || state.phase === 'ending';
  const title = useRef<HTMLInputElement>(null);
  const category = useRef<HTMLSelectElement>(null);
  const lacksTitle = misses > 0 && !form.title.trim();
  const lacksCategory = misses > 0 && !form.category;
  useEffect(() => {
    if (misses === 0) return;
    // On a phone the fields are below the picture.
    const first = title.current?.getAttribute('aria-invalid') ? title.current : category.current;
    first?.focus();
  }, [misses]);
  return (
    <>
      <TextField
        ref={title}
        label="Title"
        value={form.title}
        onChange={({ target }) => setForm({ ...form, title: target.value })}
        placeholder="Testing a 1962 desk fan"
        maxLength={TITLE_MAX_LENGTH}
        error={lacksTitle ? 'A title is missing' : undefined}
        disabled={isFixed}
        autoComplete="off"
      />
      <SelectField
        ref={category}
        label="Category"
        value={form.category}
        onChange={({ target }) => setForm({ ...form, category: target.value })}
        options={NAMES}
        placeholder="Select a category"
        error={lacksCategory ? 'A category is missing' : undefined}
        disabled={isFixed}
      />
      <TagInput tags={form.tags} onChange={(tags) => setForm({ ...form, tags })} disabled={isFixed} />
    </>
  );
}
