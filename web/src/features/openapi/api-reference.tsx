import { useEffect, useRef, useState } from 'react';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './api-reference.css';

const DARK = '(prefers-color-scheme: dark)';

/** Every route of the API, from the document that describes it at `url`: to read, and not to try. */
export function ApiReference({ url }: { readonly url: string }) {
  const place = useRef<HTMLDivElement>(null);
  useReferenceLook();
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
      plugins: [withoutTitle],
    });
    return () => domNode.remove();
  }, [url]);
  return <div ref={place} className="api-reference" />;
}

/** The page has a title already; and nothing is signed, as nothing is tried. */
const withoutTitle = () => ({
  wrapComponents: Object.fromEntries(
    ['InfoContainer', 'ServersContainer', 'authorizeBtn', 'authorizeOperationBtn'].map((name) => [
      name,
      () => () => null,
    ]),
  ),
});

/** The library's dark look hangs on a class of the document. */
function useReferenceLook(): void {
  const [isDark, setIsDark] = useState(() => matchMedia(DARK).matches);
  useEffect(() => {
    const query = matchMedia(DARK);
    const change = () => setIsDark(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', isDark);
    return () => document.documentElement.classList.remove('dark-mode');
  }, [isDark]);
}
