import { Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { PROFILE_MAX_LENGTHS, TITLE_MAX_LENGTH } from '#shared/limits.ts';
import {
  AVATAR_SIZE,
  type PictureChoice,
  type Size,
  srcOf,
  THUMBNAIL_SIZE,
} from '#web/lib/pictures/picture.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { TextArea, TextField, textFields } from '#web/ui/forms/inputs.tsx';
import { PictureButton } from '#web/ui/forms/picture-button.tsx';
import { TagInput } from '#web/ui/forms/tag-input.tsx';
import { useFileDrop } from '#web/ui/forms/use-file-drop.ts';
import { useNewPicture } from '#web/ui/forms/use-new-picture.ts';
import { LinksField } from './links-field.tsx';
import type { Problems, ProfileForm } from './profile-form.ts';
import { CategoryField } from '#web/ui/forms/category-field.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface ProfileFieldsProps {
  readonly form: ProfileForm;
  readonly problems: Problems;
  readonly onChange: (change: Partial<ProfileForm>) => void;
}

export function ProfileFields({ form, problems, onChange }: ProfileFieldsProps) {
  return (
    <Section title={t('profile.profile')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <PictureField
          picture="avatar"
          label={t('profile.avatar')}
          hint={t('profile.avatarHint')}
          size={AVATAR_SIZE}
          value={form.avatar}
          onChange={(avatar) => onChange({ avatar })}
        >
          <Avatar name={form.display_name} src={srcOf(form.avatar)} className="size-24 text-4xl" />
        </PictureField>
        <PictureField
          picture="thumbnail"
          label={t('profile.thumbnail')}
          hint={t('profile.thumbnailHint')}
          size={THUMBNAIL_SIZE}
          value={form.thumbnail_url}
          onChange={(thumbnail_url) => onChange({ thumbnail_url })}
        >
          <Thumbnail src={srcOf(form.thumbnail_url)} />
        </PictureField>
      </div>
      <TextField
        required
        label={t('profile.displayName')}
        maxLength={PROFILE_MAX_LENGTHS.display_name}
        autoComplete="off"
        {...textFields(form, problems, onChange)('display_name')}
      />
      <TextArea
        label={t('profile.description')}
        value={form.description}
        onChange={({ target }) => onChange({ description: target.value })}
        maxLength={PROFILE_MAX_LENGTHS.description}
        rows={4}
        placeholder={t('profile.descriptionPlaceholder')}
      />
      <TextArea
        label={t('profile.schedule')}
        value={form.schedule}
        onChange={({ target }) => onChange({ schedule: target.value })}
        maxLength={PROFILE_MAX_LENGTHS.schedule}
        rows={3}
        placeholder={t('profile.scheduleExample')}
      />
      <LinksField
        links={form.links}
        isChecked={problems.links !== undefined}
        onChange={(links) => onChange({ links })}
      />
    </Section>
  );
}

interface StreamFieldsProps extends ProfileFieldsProps {
  /** A title and a category that are there can be changed, and not removed. */
  readonly before: ProfileForm;
  readonly categories: readonly string[];
}

export function StreamFields({ form, before, problems, onChange, categories }: StreamFieldsProps) {
  const text = textFields(form, problems, onChange);
  return (
    <Section title={t('profile.stream')}>
      <TextField
        required={before.title !== ''}
        label={t('profile.title')}
        maxLength={TITLE_MAX_LENGTH}
        autoComplete="off"
        {...text('title')}
      />
      <CategoryField
        required={before.game !== ''}
        label={t('profile.category')}
        suggestions={categories}
        value={form.game}
        onChange={(game) => onChange({ game })}
        error={problems.game}
      />
      <TagInput tags={form.tags} onChange={(tags) => onChange({ tags })} />
    </Section>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="space-y-5">
      <h3 id={titleId} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Thumbnail({ src }: { readonly src: string }) {
  if (src) return <img src={src} alt="" className="aspect-video h-full rounded-md object-cover" />;
  return (
    <div className="grid aspect-video h-full place-items-center rounded-md bg-raised text-soft">
      <FanMark className="size-10 opacity-60" />
    </div>
  );
}

interface PictureFieldProps {
  readonly picture: 'avatar' | 'thumbnail';
  readonly label: string;
  readonly hint: string;
  readonly size: Size;
  readonly value: PictureChoice;
  readonly onChange: (value: PictureChoice) => void;
  readonly children: ReactNode;
}

/** Chooses a picture by dialog or drop, or removes it. */
function PictureField({ picture, label, hint, size, value, onChange, children }: PictureFieldProps) {
  const hintId = useId();
  const hasPicture = value !== '';
  const { take, isBusy, problem } = useNewPicture(size, onChange);
  const { isOver, dropProps } = useFileDrop(take);

  return (
    <fieldset {...dropProps} className="min-w-0" aria-describedby={hintId}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div
        className={`rounded-card border border-dashed p-3 ${isOver ? 'border-accent bg-accent-dim' : 'border-line-strong'}`}
      >
        <div className="flex h-24 justify-center">{children}</div>
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          <PictureButton label={label} isBusy={isBusy} onTake={take}>
            {hasPicture ? t('profile.changePicture', { picture }) : t('profile.choosePicture', { picture })}
          </PictureButton>
          {hasPicture && (
            <IconButton
              label={t('profile.removePicture', { picture })}
              disabled={isBusy}
              onClick={() => onChange('')}
              size="sm"
            >
              <Trash2 className="size-4" />
            </IconButton>
          )}
        </div>
      </div>
      <p id={hintId} role="status" className={`mt-1.5 text-sm ${problem ? 'text-danger' : 'text-soft'}`}>
        {problem ?? hint}
      </p>
    </fieldset>
  );
}
