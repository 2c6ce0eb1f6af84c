import type { PublishBody, Video, VideoUpdate } from '#shared/videos/videos.ts';
import { EMPTY_VIDEO_TEXTS, VIDEO_TEXTS, type VideoText } from '#shared/videos/video-fields.ts';
import type { PictureChoice } from '#web/lib/pictures/picture.ts';

export interface VideoForm extends Pick<Video, VideoText | 'visibility'> {
  readonly tags: readonly string[];
  readonly thumbnail: PictureChoice;
}

/** The payload, whose thumbnail may need an upload first. */
export type Publication = Omit<PublishBody, 'thumbnail_url'> & Pick<VideoForm, 'thumbnail'>;
export type VideoChanges = Omit<VideoUpdate, 'thumbnail_url'> & Partial<Pick<VideoForm, 'thumbnail'>>;

export const EMPTY_VIDEO: VideoForm = {
  ...EMPTY_VIDEO_TEXTS,
  tags: [],
  visibility: 'public',
  thumbnail: '',
};

/** Automatic posters are stored with the video, chosen ones with pictures. */
export function formOfVideo({ thumbnail_url: url, ...video }: Video): VideoForm {
  const { tags, visibility } = video;
  const thumbnail = url?.startsWith('/media/pictures/') ? url : '';
  return { ...mapTexts((name) => video[name]), tags, visibility, thumbnail };
}

/** Returns `null` without title or category (§5). */
export function publicationOf(form: VideoForm, video_url: string): Publication | null {
  if (lacksRequiredText(form)) return null;
  const { tags, ...fields } = trimmed(form);
  return { video_url, ...fields, tags: [...tags] };
}

/** The changed fields. A missing title or category counts as a change. */
export function changesOf(form: VideoForm, before: VideoForm): VideoChanges {
  const after = trimmed(form);
  const { tags, visibility, thumbnail } = after;
  const changed = VIDEO_TEXTS.filter((name) => after[name] !== before[name]);
  const isSame = tags.length === before.tags.length && tags.every((tag, at) => tag === before.tags[at]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, after[name]])),
    ...(!isSame && { tags: [...tags] }),
    ...(visibility !== before.visibility && { visibility }),
    ...(thumbnail !== before.thumbnail && { thumbnail }),
  };
}

export const lacksRequiredText = (form: VideoForm): boolean => {
  const { title, category } = trimmed(form);
  return !title || !category;
};

const trimmed = (form: VideoForm): VideoForm => ({
  ...form,
  ...mapTexts((name) => form[name].trim()),
});

const mapTexts = (textOf: (name: VideoText) => string) =>
  Object.fromEntries(VIDEO_TEXTS.map((name) => [name, textOf(name)])) as Record<VideoText, string>;
