/** What a person writes about a video: specification §3 (Video publish payload) and §5. */
import type { PublishBody, Video, VideoUpdate, Visibility } from '../../../../shared/videos.ts';

export interface VideoForm {
  readonly title: string;
  readonly category: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly visibility: Visibility;
}

export const EMPTY_VIDEO: VideoForm = {
  title: '',
  category: '',
  description: '',
  tags: [],
  visibility: 'public',
};

export const formOfVideo = ({ title, category, description, tags, visibility }: Video): VideoForm => ({
  title,
  category,
  description,
  tags,
  visibility,
});

/** What to publish, or `null` when title or category is missing (§5). */
export function publishBodyOf(form: VideoForm, video_url: string): PublishBody | null {
  const { title, category, description, tags, visibility } = trimmed(form);
  if (!title || !category) return null;
  return { video_url, title, category, description, tags: [...tags], visibility };
}

/** What has changed; a title or category that is missing counts as a change. */
export function changesOf(form: VideoForm, before: VideoForm): VideoUpdate {
  const { title, category, description, tags, visibility } = trimmed(form);
  const isSame = tags.length === before.tags.length && tags.every((tag, at) => tag === before.tags[at]);
  return {
    ...(title !== before.title && { title }),
    ...(category !== before.category && { category }),
    ...(description !== before.description && { description }),
    ...(!isSame && { tags: [...tags] }),
    ...(visibility !== before.visibility && { visibility }),
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
