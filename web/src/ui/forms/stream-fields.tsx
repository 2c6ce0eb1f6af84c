import { TITLE_MAX_LENGTH } from '#shared/limits.ts';
import type { StreamDetails } from '#web/lib/hooks/use-stream-details.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { CATEGORY_OPTIONS, CategoryField } from './category-field.tsx';
import { FormProblem } from './field.tsx';
import { TextField } from './inputs.tsx';
import { SelectField } from './select.tsx';
import { TagInput } from './tag-input.tsx';
import { useScrollToProblem } from './use-scroll-to-problem.ts';

interface StreamFieldsProps {
  readonly form: StreamDetails;
  readonly change: (change: Partial<StreamDetails>) => void;
  /** Counts attempts without title or category. */
  readonly misses: number;
  /** What to do where something is missing. */
  readonly missingHint: string;
  /** Whether any text may be the category. @default one of the site's */
  readonly isFreeCategory?: boolean;
  readonly disabled: boolean;
}

/** Title, category and tags of a stream. */
export function StreamFields(props: StreamFieldsProps) {
  const { form, change, misses, missingHint, isFreeCategory = false, disabled } = props;
  // Scrolls to the problem, because on a phone the fields may be below the preview.
  const box = useScrollToProblem<HTMLDivElement>(misses);
  const lacksTitle = misses > 0 && !form.title.trim();
  const lacksGame = misses > 0 && !form.game.trim();
  const category = {
    required: true,
    label: t('streaming.category'),
    value: form.game,
    error: lacksGame ? t('common.categoryRequired') : undefined,
    disabled,
  };
  return (
    <div ref={box} className="space-y-5">
      {(lacksTitle || lacksGame) && (
        <FormProblem title={t('streaming.missingInformation')} description={missingHint} />
      )}
      <TextField
        required
        label={t('streaming.streamTitle')}
        value={form.title}
        onChange={({ target }) => change({ title: target.value })}
        placeholder={t('streaming.titleExample')}
        maxLength={TITLE_MAX_LENGTH}
        error={lacksTitle ? t('common.titleRequired') : undefined}
        disabled={disabled}
        autoComplete="off"
      />
      {isFreeCategory ? (
        <CategoryField
          {...category}
          onChange={(game) => change({ game })}
          placeholder={t('categoryNames.vintage')}
        />
      ) : (
        <SelectField
          {...category}
          onChange={({ target }) => change({ game: target.value })}
          options={CATEGORY_OPTIONS}
          placeholder={t('common.selectCategory')}
        />
      )}
      <TagInput tags={form.tags} onChange={(tags) => change({ tags })} disabled={disabled} />
    </div>
  );
}
