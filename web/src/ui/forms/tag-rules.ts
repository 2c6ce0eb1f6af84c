/** The rules for tags: specification §5. */
import { MAX_TAGS } from '../../../../shared/limits.ts';

export const tagsAreFull = (tags: readonly string[]): boolean => tags.length >= MAX_TAGS;

/** The tags with `text` added, trimmed; the same array when it is blank, repeated, or one too many. */
export function addTag(tags: readonly string[], text: string): readonly string[] {
  const tag = text.trim();
  return tag === '' || tags.includes(tag) || tagsAreFull(tags) ? tags : [...tags, tag];
}

/** The tags without `tag`. */
export const removeTag = (tags: readonly string[], tag: string): readonly string[] =>
  tags.filter((other) => other !== tag);
