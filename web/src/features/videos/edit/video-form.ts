import type { PublishBody, Video, VideoUpdate } from '#shared/videos/videos.ts';
import type { PictureChoice } from '#web/lib/pictures/picture.ts';

export interface VideoForm extends Pick<Video, 'title' | 'category' | 'description' | 'visibility'> {
  readonly tags: readonly string[];
  readonly thumbnail: PictureChoice;
}

/** The payload, whose thumbnail may need an upload first. */
export type Publication = Omit<PublishBody, 'thumbnail_url'> & Pick<VideoForm, 'thumbnail'>;
export type VideoChanges = Omit<VideoUpdate, 'thumbnail_url'> & Partial<Pick<VideoForm, 'thumbnail'>>;

export const EMPTY_VIDEO: VideoForm = {
  title: '',
  category: '',
  description: '',
  tags: [],
  visibility: 'public',
  thumbnail: '',
};

/** Automatic posters are stored with the video, chosen ones with pictures. */
export function formOfVideo({ thumbnail_url: url, ...video }: Video): VideoForm {
  const { title, category, description, tags, visibility } = video;
  const thumbnail = url?.startsWith('/media/pictures/') ? url : '';
  return { title, category, description, tags, visibility, thumbnail };
}

/** Returns `null` without title or category (§5). */
export function publicationOf(form: VideoForm, video_url: string): Publication | null {
  const { title, category, description, tags, visibility, thumbnail } = trimmed(form);
  if (!title || !category) return null;
  return { video_url, title, category, description, tags: [...tags], visibility, thumbnail };
}

/** The changed fields. A missing title or category counts as a change. */
export function changesOf(form: VideoForm, before: VideoForm): VideoChanges {
  const { title, category, description, tags, visibility, thumbnail } = trimmed(form);
  const isSame = tags.length === before.tags.length && tags.every((tag, at) => tag === before.tags[at]);
  return {
    ...(title !== before.title && { title }),
    ...(category !== before.category && { category }),
    ...(description !== before.description && { description }),
    ...(!isSame && { tags: [...tags] }),
    ...(visibility !== before.visibility && { visibility }),
    ...(thumbnail !== before.thumbnail && { thumbnail }),
  };
}

export const isMissingWords = (form: VideoForm): boolean => {
  const { title, category } = trimmed(form);
  return !title || !category;
};

const trimmed = (form: VideoForm): VideoForm => ({
  ...form,
  title: form.title.trim(),
  category: form.category.trim(),
  description: form.description.trim(),
});
