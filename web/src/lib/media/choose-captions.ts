import type { Captions } from '#shared/videos/videos.ts';

/**
 * The captions in the first of these languages that there is: the same tag, else the same language; without any, the
 * first. Pure.
 */
export function chooseCaptions(
  captions: readonly Captions[],
  languages: readonly (string | null)[],
): Captions | null {
  for (const wanted of languages) {
    const found =
      captions.find(({ language }) => language === wanted) ??
      captions.find(({ language }) => wanted !== null && baseOf(language) === baseOf(wanted));
    if (found) return found;
  }
  return captions[0] ?? null;
}

const baseOf = (tag: string): string => tag.split('-')[0]!.toLowerCase();
