/** The rules for tags: specification §5. */
import { isSameTag } from '../../../../shared/plain/same-tag.ts';
import { MAX_TAGS } from '../../../../shared/limits.ts';

export const tagsAreFull = (tags: readonly string[]): boolean => tags.length >= MAX_TAGS;

/** The tags with `text` added, trimmed; the same array when it is blank, one too many, or repeated in any case. */
export function addTag(tags: readonly string[], text: string): readonly string[] {
  const tag = text.trim();
  const isRepeated = tags.some((other) => isSameTag(other, tag));
  return tag === '' || isRepeated || tagsAreFull(tags) ? tags : [...tags, tag];
}

/** The tags without `tag`. */
export const removeTag = (tags: readonly string[], tag: string): readonly string[] =>
  tags.filter((other) => other !== tag);
