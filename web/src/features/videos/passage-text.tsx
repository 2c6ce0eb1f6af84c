import type { Passage } from './sentences.ts';

/** A passage of captions with its match marked. */
export const PassageText = ({ passage: { before, match, after } }: { readonly passage: Passage }) => (
  <>
    {before}
    <mark className="rounded-sm bg-accent-dim font-semibold text-ink">{match}</mark>
    {after}
  </>
);
