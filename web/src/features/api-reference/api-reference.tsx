import { type FunctionComponent, useEffect, useRef } from 'react';
import SwaggerUI, { type Parts, type System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import { useMedia, useSetting } from '#web/lib/hooks/browser-hooks.ts';
import './api-reference.css';
import { t } from '#web/lib/i18n/messages.ts';

/** Renders every route of the OpenAPI document at `url`, read-only. */
export function ApiReference({ url }: { readonly url: string }) {
  const place = useRef<HTMLDivElement>(null);
  useReferenceTheme();
  useEffect(() => {
    if (!place.current) return;
    // A separate element, because the library has no way to unmount.
    const domNode = place.current.appendChild(document.createElement('div'));
    SwaggerUI({
      url,
      domNode,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      // None, because a request would change the signed-in user's channel.
      supportedSubmitMethods: [],
      validatorUrl: null,
      // The library's only theme with readable numbers.
      syntaxHighlight: { theme: 'tomorrow-night' },
      plugins: [referenceLayout],
      layout: 'ReferenceLayout',
    });
    return () => domNode.remove();
  }, [url]);
  return (
    <>
      <h2 className="mt-8 text-xl font-bold">{t('apiReference.endpoints')}</h2>
      {/* The document of the API and Swagger UI are in English. */}
      <div ref={place} lang="en" dir="ltr" className="api-reference" />
    </>
  );
}

/** Sets the class that the library's dark theme needs: from the chosen theme, otherwise the system's. Paper is light. */
function useReferenceTheme(): void {
  const [theme] = useSetting('theme');
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const isPrinted = useMedia('print');
  const isDark = !isPrinted && (theme === null ? isSystemDark : theme === 'dark');
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', isDark);
    return () => document.documentElement.classList.remove('dark-mode');
  }, [isDark]);
}

/**
 * Swagger UI's layout without title, `main`, skip link, servers and authorizations, which the page has or does not
 * need. Also shows loading and failure.
 */
const referenceLayout = ({ React: { createElement } }: System) => ({
  components: {
    ReferenceLayout: ({ getComponent, specSelectors }: Parts) => {
      const part = (name: string) => createElement(getComponent(name, true), { key: name });
      if (specSelectors.loadingStatus() !== 'success') return part('BaseLayout');
      // oxlint-disable-next-line messages/no-text -- the name of a part
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

/** Removes the live region that the library puts on each table of responses, because it has no name. */
function asTable(place: HTMLElement | null): void {
  const table = place?.querySelector('.responses-table');
  for (const attribute of ['role', 'aria-live']) table?.removeAttribute(attribute);
}

/** Gives the button of an untitled schema a name. */
function nameButton(place: HTMLElement | null): void {
  const button = place?.querySelector('button');
  if (button?.textContent === '') button.ariaLabel = t('apiReference.fields');
}
