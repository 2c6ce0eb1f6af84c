import type { ProfileUpdate, StatusUpdate } from '#shared/channels/channels.ts';
import {
  PROFILE_PICTURES,
  PROFILE_TEXTS,
  type ProfileField,
  STATUS_TEXTS,
} from '#shared/channels/profile-fields.ts';
import type { PictureChoice } from '#web/lib/pictures/picture.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** What visitors see of a channel, as typed. A channel itself is the unchanged form. */
export interface ProfileForm
  extends Readonly<Record<TextName, string>>, Readonly<Record<PictureName, PictureChoice>> {
  readonly tags: readonly string[];
}

export type Problems = Partial<Record<keyof ProfileForm, string>>;

export const textChanges = (form: ProfileForm, before: ProfileForm): ProfileUpdate =>
  changesOf(form, before, PROFILE_TEXTS);

export function statusChanges(form: ProfileForm, before: ProfileForm): StatusUpdate {
  const changes: StatusUpdate = changesOf(form, before, STATUS_TEXTS);
  const isSame =
    form.tags.length === before.tags.length && form.tags.every((tag, at) => tag === before.tags[at]);
  return isSame ? changes : { ...changes, tags: [...form.tags] };
}

export const pictureChanges = (form: ProfileForm, before: ProfileForm) =>
  PROFILE_PICTURES.filter((name) => form[name] !== before[name]).map((name) => [name, form[name]] as const);

export const isChanged = (form: ProfileForm, before: ProfileForm): boolean =>
  Object.keys({ ...textChanges(form, before), ...statusChanges(form, before) }).length > 0 ||
  pictureChanges(form, before).length > 0;

/** Form errors by field. An existing title or category cannot be removed. */
export function problemsOf(form: ProfileForm, before: ProfileForm): Problems {
  const isEmptied = (name: 'title' | 'game') => before[name] !== '' && form[name].trim() === '';
  return {
    ...(form.display_name.trim() === '' && { display_name: t('profile.displayNameRequired') }),
    ...(isEmptied('title') && { title: t('common.titleRequired') }),
    ...(isEmptied('game') && { game: t('common.categoryRequired') }),
  };
}

type PictureName = (typeof PROFILE_PICTURES)[number];
type TextName = Exclude<ProfileField, PictureName> | (typeof STATUS_TEXTS)[number];

function changesOf<N extends TextName>(form: ProfileForm, before: ProfileForm, names: readonly N[]) {
  const changed = names
    .map((name) => [name, form[name].trim()] as const)
    .filter(([name, text]) => text !== before[name]);
  return Object.fromEntries(changed) as Partial<Record<N, string>>;
}
