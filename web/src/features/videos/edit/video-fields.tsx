import type { ReactNode } from 'react';
import { CATEGORY_NAMES } from '#web/lib/i18n/category-names.ts';
import { CATEGORY_OPTIONS } from '#web/ui/forms/category-field.tsx';
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '#shared/limits.ts';
import type { Visibility } from '#shared/videos/videos.ts';
import { FormProblem, RequiredNote } from '#web/ui/forms/field.tsx';
import { TextArea, TextField } from '#web/ui/forms/inputs.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { useScrollToProblem } from '#web/ui/forms/use-scroll-to-problem.ts';
import { TagInput } from '#web/ui/forms/tag-input.tsx';
import type { VideoForm } from './video-form.ts';
import type { LoadVideo } from './video-frames.ts';
import { ThumbnailField } from './thumbnail-field.tsx';
import { VISIBILITY_OPTIONS } from '../visibility-words.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface VideoFieldsProps {
  readonly form: VideoForm;
  readonly onChange: (change: Partial<VideoForm>) => void;
  readonly localFile?: File | null;
  /** Of a video without a local file. */
  readonly playIn?: LoadVideo | null;
  /** Below the description. */
  readonly descriptionTools?: ReactNode;
  readonly misses?: number;
  readonly disabled: boolean;
}

/** Title, thumbnail, category, description, tags and visibility. */
export function VideoFields(props: VideoFieldsProps) {
  const {
    form,
    onChange: change,
    localFile = null,
    playIn = null,
    descriptionTools,
    misses = 0,
    disabled,
  } = props;
  const box = useScrollToProblem<HTMLDivElement>(misses);
  const lacksTitle = misses > 0 && !form.title.trim();
  const lacksCategory = misses > 0 && !form.category;
  return (
    <div ref={box} className="space-y-5">
      <RequiredNote />
      {(lacksTitle || lacksCategory) && (
        <FormProblem
          title={t('videos.missingInformation')}
          description={t('videos.titleAndCategoryMissing')}
        />
      )}
      <TextField
        required
        label={t('videos.titleLabel')}
        value={form.title}
        onChange={({ target }) => change({ title: target.value })}
        placeholder={t('videos.titleExample')}
        maxLength={TITLE_MAX_LENGTH}
        error={lacksTitle ? t('common.titleRequired') : undefined}
        disabled={disabled}
        autoComplete="off"
      />
      <ThumbnailField
        value={form.thumbnail}
        onChange={(thumbnail) => change({ thumbnail })}
        localFile={localFile}
        playIn={playIn}
        disabled={disabled}
      />
      <SelectField
        required
        label={t('videos.categoryLabel')}
        value={form.category}
        onChange={({ target }) => change({ category: target.value })}
        options={optionsFor(form.category)}
        placeholder={t('common.selectCategory')}
        error={lacksCategory ? t('common.categoryRequired') : undefined}
        disabled={disabled}
      />
      <TextArea
        label={t('videos.descriptionLabel')}
        value={form.description}
        onChange={({ target }) => change({ description: target.value })}
        maxLength={DESCRIPTION_MAX_LENGTH}
        rows={4}
        placeholder={t('videos.descriptionPlaceholder')}
        disabled={disabled}
      />
      <div className="-mt-3 space-y-2">
        <p className="text-xs text-soft">{t('videos.chaptersHint')}</p>
        {descriptionTools}
      </div>
      <TagInput tags={form.tags} onChange={(tags) => change({ tags })} disabled={disabled} />
      <SelectField
        label={t('videos.visibilityLabel')}
        value={form.visibility}
        onChange={({ target }) => change({ visibility: target.value as Visibility })}
        options={VISIBILITY_OPTIONS}
        disabled={disabled}
      />
    </div>
  );
}

/** A replay's category may be custom. */
const optionsFor = (category: string) =>
  category === '' || CATEGORY_NAMES.has(category)
    ? CATEGORY_OPTIONS
    : [...CATEGORY_OPTIONS, { value: category, text: category }];
