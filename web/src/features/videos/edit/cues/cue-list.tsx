import { useCallback, useEffect } from 'react';
import { t } from '#web/lib/i18n/messages.ts';
import { useRemovalFocus } from '#web/lib/hooks/use-removal-focus.ts';
import { WhenNear } from '#web/ui/when-near.tsx';
import { CueRow } from './cue-row.tsx';
import type { CaptionEditor } from './use-caption-editor.ts';

interface CueListProps {
  readonly editor: CaptionEditor;
  readonly media: HTMLVideoElement | null;
}

const PER_PART = 40;
const ROW_PX = 132;

/** The captions; those far from the viewport are not rendered yet. */
export function CueList({ editor, media }: CueListProps) {
  const { drafts, current, focused, hasTried, language, durationMs, change, remove } = editor;
  const { box, removed } = useRemovalFocus<HTMLDivElement>('[data-remove]', '[data-empty]');
  const currentId = current.at(-1)?.id;
  useEffect(() => {
    const list = box.current;
    // Does not move the page while the owner edits another cue.
    if (currentId === undefined || list?.contains(document.activeElement)) return;
    list?.querySelector(`[data-cue="${currentId}"] textarea`)?.scrollIntoView({ block: 'nearest' });
  }, [box, currentId]);
  useEffect(() => {
    if (!focused) return;
    const row = box.current?.querySelector(`[data-cue="${focused.id}"]`);
    (row?.querySelector<HTMLElement>('[aria-invalid]') ?? row?.querySelector('textarea'))?.focus();
  }, [box, focused]);
  const removeRow = useCallback(
    (id: number) => {
      const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-cue]') ?? [])];
      removed(rows.findIndex((row) => row.dataset['cue'] === String(id)));
      remove(id);
    },
    [box, removed, remove],
  );
  const parts = Array.from({ length: Math.ceil(drafts.length / PER_PART) }, (_, index) =>
    drafts.slice(index * PER_PART, (index + 1) * PER_PART),
  );
  return (
    <div ref={box} className="space-y-3">
      {drafts.length === 0 && (
        <p
          data-empty
          tabIndex={-1}
          className="rounded-card border border-dashed border-line px-4 py-10 text-center text-soft"
        >
          {t('captionEditor.empty')}
        </p>
      )}
      {parts.map((part, index) => (
        <WhenNear
          // The parts have no other identity.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          heightPx={part.length * ROW_PX}
          isNeeded={index === 0 || part.some(({ id }) => id === currentId || id === focused?.id)}
        >
          <div className="space-y-3">
            {part.map((draft) => (
              <CueRow
                key={draft.id}
                draft={draft}
                language={language}
                durationMs={durationMs}
                isCurrent={current.some(({ id }) => id === draft.id)}
                isStrict={hasTried}
                media={media}
                onChange={change}
                onRemove={removeRow}
              />
            ))}
          </div>
        </WhenNear>
      ))}
    </div>
  );
}
