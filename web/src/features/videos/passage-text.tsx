import type { Passage } from './sentences.ts';

/** A passage of captions with its match marked. */
export const PassageText = ({ passage: { before, match, after } }: { readonly passage: Passage }) => (
  <>
    {before}
    <mark className="rounded-xs bg-accent-dim font-semibold text-ink">{match}</mark>
    {after}
  </>
);
