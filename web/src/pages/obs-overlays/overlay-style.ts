import type { CSSProperties } from 'react';

/**
 * White with a dark outline, which is legible on every picture. Names have the colours of the dark theme. Inline, because the
 * first load of Home has the styles of all classes.
 */
export const outlined = (font: number): CSSProperties => ({
  fontSize: font,
  color: 'white',
  colorScheme: 'dark',
  // oxlint-disable-next-line messages/no-text -- CSS
  textShadow: '0 0 0.12em black, 0 0.05em 0.15em black, 0 0 0.3em black',
  padding: '0.5rem',
  height: '100%',
});

/** Of an icon beside a text of the same size. */
export const ICON_STYLE: CSSProperties = {
  width: '1em',
  height: '1em',
  flexShrink: 0,
  filter: 'drop-shadow(0 0 2px black)',
};
