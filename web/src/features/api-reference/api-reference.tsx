import { useEffect, useRef } from 'react';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import { useMedia } from '../../lib/hooks/use-media.ts';
import { useSetting } from '../../lib/hooks/use-setting.ts';
import './api-reference.css';
import { referenceLayout } from './reference-layout.ts';

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
function useReferenceLook(): void {
  const [theme] = useSetting('theme');
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const isDark = theme === null ? isSystemDark : theme === 'dark';
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', isDark);
    return () => document.documentElement.classList.remove('dark-mode');
  }, [isDark]);
}
