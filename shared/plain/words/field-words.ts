/** The name of a field in the API's sentences: `display_name` is `Display name`. The web finds the field by it. */
export const fieldWords = (name: string): string =>
  (name[0]?.toUpperCase() ?? '') + name.slice(1).replaceAll('_', ' ');
