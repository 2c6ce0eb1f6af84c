import { onDemand } from '#web/ui/on-demand.tsx';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { Loading } from '#web/ui/states/loading.tsx';
import { PageText } from '#web/ui/page-text.tsx';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

// Not preloaded, because it is as large as the rest of the site.
const ApiReference = onDemand(() => import('#web/features/api-reference/api-reference.tsx'), 'ApiReference', {
  fallback: <Loading />,
});

const DOCUMENT = '/api/openapi.json';

export function ApiReferencePage() {
  useDocumentTitle(t('footer.api'));
  return (
    <div className="mx-auto max-w-5xl [&>:first-child]:mx-0">
      <PageText title={t('apiReference.title')}>
        <p>
          {rich('apiReference.intro', {
            code: (text) => <code>{text}</code>,
            address: DOCUMENT,
            link: (text) => (
              <a href={DOCUMENT} className="text-accent underline">
                {text}
              </a>
            ),
          })}
        </p>
        <p>
          {rich('apiReference.usage', {
            code: (text) => <code>{text}</code>,
            code2: (text) => <code>{text}</code>,
            code3: (text) => <code>{text}</code>,
            code4: (text) => <code>{text}</code>,
            code5: (text) => <code>{text}</code>,
            code6: (text) => <code>{text}</code>,
            code7: (text) => <code>{text}</code>,
          })}
        </p>
      </PageText>
      <ApiReference url={DOCUMENT} />
    </div>
  );
}
