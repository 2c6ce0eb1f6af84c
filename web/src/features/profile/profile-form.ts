import type { Channel, ProfileUpdate, StatusUpdate } from '#shared/channels/channels.ts';
import {
  PROFILE_PICTURES,
  PROFILE_TEXTS,
  type ProfileField,
  STATUS_TEXTS,
} from '#shared/channels/profile-fields.ts';
import { linkProblem } from '#shared/base/profile-link.ts';
import type { PictureChoice } from '#web/lib/pictures/picture.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** What visitors see of a channel, as typed. */
export interface ProfileForm
  extends Readonly<Record<TextName, string>>, Readonly<Record<PictureName, PictureChoice>> {
  readonly tags: readonly string[];
  /** Addresses, with or without `https://`. */
  readonly links: readonly string[];
}

/** The form of a channel before any change. */
export const formOf = (channel: Channel): ProfileForm => ({
  ...channel,
  links: (channel.links ?? []).map(({ url }) => url),
});

export type Problems = Partial<Record<keyof ProfileForm, string>>;

export function textChanges(form: ProfileForm, before: ProfileForm): ProfileUpdate {
  const links = enteredLinks(form.links);
  const isSame = isSameList(links, before.links);
  return { ...changesOf(form, before, PROFILE_TEXTS), ...(!isSame && { links }) };
}

const enteredLinks = (links: readonly string[]): string[] =>
  links.filter((link) => link.trim() !== '').map(withScheme);

const isSameList = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((text, at) => text === others[at]);

/** With `https://`, which browsers leave out of an address that they display: `fans.example/gale`. */
const withScheme = (typed: string): string => {
  const link = typed.trim();
  return /^[a-z][a-z\d+.-]*:\/\//i.test(link) ? link : `https://${link}`;
};

/** What is wrong with a typed link. */
export function linkError(typed: string): string | undefined {
  switch (typed.trim() === '' ? undefined : linkProblem(withScheme(typed))) {
    case undefined:
      return undefined;
    case 'link_not_https':
      return t('errors.link_not_https');
    case 'link_credentials':
      return t('errors.link_credentials');
    case 'link_to_ip':
      return t('errors.link_to_ip');
    case 'invisible_characters':
      return t('errors.invisible_characters', { field: t('fields.links') });
    default:
      return t('errors.link_malformed');
  }
}

export function statusChanges(form: ProfileForm, before: ProfileForm): StatusUpdate {
  const changes: StatusUpdate = changesOf(form, before, STATUS_TEXTS);
  return isSameList(form.tags, before.tags) ? changes : { ...changes, tags: [...form.tags] };
}

export const pictureChanges = (form: ProfileForm, before: ProfileForm) =>
  PROFILE_PICTURES.filter((name) => form[name] !== before[name]).map((name) => [name, form[name]] as const);

export const isChanged = (form: ProfileForm, before: ProfileForm): boolean =>
  Object.keys({ ...textChanges(form, before), ...statusChanges(form, before) }).length > 0 ||
  pictureChanges(form, before).length > 0;

/** Form errors by field. An existing title or category cannot be removed. */
export function problemsOf(form: ProfileForm, before: ProfileForm): Problems {
  const isEmptied = (name: 'title' | 'game') => before[name] !== '' && form[name].trim() === '';
  const wrongLink = form.links.map(linkError).find(Boolean);
  return {
    ...(form.display_name.trim() === '' && { display_name: t('profile.displayNameRequired') }),
    ...(isEmptied('title') && { title: t('common.titleRequired') }),
    ...(isEmptied('game') && { game: t('common.categoryRequired') }),
    ...(wrongLink && { links: wrongLink }),
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
