import type { FunctionComponent } from 'react';
import type { Parts, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/**
 * Swagger UI without what the page has already: a title, a `main`, a link past what each page begins with; nor the bar
 * of servers and authorizations, as nothing is tried and so nothing is signed. Its own layout says what there is to say
 * until the document is there, and when it cannot be had.
 */
export const referenceLayout = ({ React: { createElement } }: System) => ({
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
