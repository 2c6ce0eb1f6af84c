import { type FunctionComponent, useEffect, useRef } from 'react';
import SwaggerUI, { type Parts, type System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import { useMedia, useSetting } from '../../lib/hooks/browser-hooks.ts';
import './api-reference.css';

/** Every route of the API, from the document that describes it at `url`: to read, and not to try. */
export function ApiReference({ url }: { readonly url: string }) {
  const place = useRef<HTMLDivElement>(null);
  useReferenceTheme();
  useEffect(() => {
    if (!place.current) return;
    // In an element of its own: the library has no way to end, and is left behind with it.
    const domNode = place.current.appendChild(document.createElement('div'));
    SwaggerUI({
      url,
      domNode,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      // None: whoever is signed in here would change their own channel.
      supportedSubmitMethods: [],
      validatorUrl: null,
      // Of the library's, one whose numbers can be read.
      syntaxHighlight: { theme: 'tomorrow-night' },
      plugins: [referenceLayout],
      layout: 'ReferenceLayout',
    });
    return () => domNode.remove();
  }, [url]);
  return (
    <>
      <h2 className="mt-8 text-xl font-bold">Calls</h2>
      <div ref={place} className="api-reference" />
    </>
  );
}

/** The library's dark look hangs on a class of the document: it follows the theme that was chosen, else the system's. */
function useReferenceTheme(): void {
  const [theme] = useSetting('theme');
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const isDark = theme === null ? isSystemDark : theme === 'dark';
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', isDark);
    return () => document.documentElement.classList.remove('dark-mode');
  }, [isDark]);
}

/**
 * Swagger UI without what the page has already: a title, a `main`, a link past what each page begins with; nor the bar
 * of servers and authorizations, as nothing is tried and so nothing is signed. Its own layout says what there is to say
 * until the document is there, and when it cannot be had.
 */
const referenceLayout = ({ React: { createElement } }: System) => ({
  components: {
    ReferenceLayout: ({ getComponent, specSelectors }: Parts) => {
      const part = (name: string) => createElement(getComponent(name, true), { key: name });
      if (specSelectors.loadingStatus() !== 'success') return part('BaseLayout');
      return createElement('div', { className: 'swagger-ui' }, ['operations', 'Models'].map(part));
    },
  },
  wrapComponents: {
    authorizeOperationBtn: nothing,
    SkipToOperations: nothing,
    responses: (Responses: FunctionComponent<object>) => (props: object) =>
      createElement('div', { ref: asTable }, createElement(Responses, props)),
    JSONSchema202012Accordion: (Accordion: FunctionComponent<object>) => (props: object) =>
      createElement('div', { ref: nameButton, className: 'contents' }, createElement(Accordion, props)),
  },
});

const nothing = () => () => null;

/** The answers are a table again: the library calls each a landmark, without a name, that reads out its changes. */
function asTable(place: HTMLElement | null): void {
  const table = place?.querySelector('.responses-table');
  for (const attribute of ['role', 'aria-live']) table?.removeAttribute(attribute);
}

/** The button that unfolds a schema bears the schema's title, and many have none. */
function nameButton(place: HTMLElement | null): void {
  const button = place?.querySelector('button');
  if (button?.textContent === '') button.ariaLabel = 'Fields';
}
