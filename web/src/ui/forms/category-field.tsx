import type { ComponentProps } from 'react';
import { GAME_MAX_LENGTH } from '#shared/limits.ts';
import { CATEGORY_NAMES, categoryName } from '#web/lib/i18n/category-names.ts';
import { TextField } from './inputs.tsx';

/** The site's categories, for a select field. */
export const CATEGORY_OPTIONS = [...CATEGORY_NAMES].map(([value, text]) => ({ value, text }));

/** The English name of one of the site's categories, or the text as it is. */
export const categoryNamed = (text: string): string =>
  [...CATEGORY_NAMES].find(([, name]) => name.toLowerCase() === text.trim().toLowerCase())?.[0] ?? text;

interface CategoryFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (category: string) => void;
}

/** A category as free text, with suggestions. Its value is English where it is one of the site's. */
export const CategoryField = ({ value, onChange, suggestions, ...rest }: CategoryFieldProps) => (
  <TextField
    value={categoryName(value)}
    onChange={({ target }) => onChange(categoryNamed(target.value))}
    suggestions={(suggestions ?? [...CATEGORY_NAMES.keys()]).map(categoryName)}
    maxLength={GAME_MAX_LENGTH}
    autoComplete="off"
    {...rest}
  />
);
