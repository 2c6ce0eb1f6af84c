import { createElement, type ComponentProps, type ReactElement } from 'react';

/** An icon of lucide: its elements by name and attributes, in a square of 24. */
interface IconData {
  readonly node: readonly (readonly [string, Readonly<Record<string, string>>])[];
}

/**
 * Makes lucide's icons in the build, in place of the library's own function (web/vite.config.ts), whose settings for colour,
 * size and stroke the site sets by CSS: a kilobyte of the first load. An icon is hidden from screen readers.
 */
// oxlint-disable-next-line import/no-default-export -- as the library's icons import it
export default ({ node }: IconData) =>
  (props: ComponentProps<'svg'>): ReactElement =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: 24,
        height: 24,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      node.map(([name, attributes]) => createElement(name, attributes)),
    );
