import { onDemand } from '../../ui/on-demand.tsx';
import { useDocumentTitle } from '../../lib/hooks/browser-hooks.ts';
import { Loading } from '../../ui/states/loading.tsx';
import { PageText } from '../../ui/page-text.tsx';

// Not preloaded, because it is as large as the rest of the site.
const ApiReference = onDemand(
  () => import('../../features/api-reference/api-reference.tsx'),
  'ApiReference',
  {
    fallback: <Loading />,
  },
);

const DOCUMENT = '/api/openapi.json';

export function ApiReferencePage() {
  useDocumentTitle('API');
  return (
    <div className="mx-auto max-w-5xl [&>:first-child]:mx-0">
      <PageText title="The API of Fanfare">
        <p>
          Everything that this site does, it does through these calls below <code>/api</code>; yours may do
          the same. Programs read{' '}
          <a href={DOCUMENT} className="text-accent underline">
            {DOCUMENT}
          </a>{' '}
          (OpenAPI 3.1).
        </p>
        <p>
          Calls with a lock need the token that <code>POST /auth/login</code> answers, as{' '}
          <code>Authorization: Bearer …</code>. A refused call answers <code>code</code>, a{' '}
          <code>detail</code> for people, and a <code>request_id</code>. Lists come in pages: the next one is
          in the header <code>Link</code>, with <code>rel="next"</code>.
        </p>
      </PageText>
      <ApiReference url={DOCUMENT} />
    </div>
  );
}
