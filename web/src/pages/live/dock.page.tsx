import { useCurrentPath, useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { HealthDock } from '#web/features/stream-health/health-card.tsx';
import { useSession } from '#web/lib/api/session/session.ts';
import { paths } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links/links.tsx';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** /go-live-advanced/dock: stream health for a browser dock of OBS, dark as OBS is. Signed-out users log in. */
export function DockPage() {
  useDocumentTitle(t('streamHealth.title'));
  const session = useSession();
  const here = useCurrentPath();
  return (
    <main className="min-h-dvh bg-canvas p-3 text-ink scheme-dark">
      <h1 className="sr-only">{t('streamHealth.title')}</h1>
      {session ? (
        <HealthDock key={session.user.id} />
      ) : (
        <p>
          {rich('dock.logIn', {
            link: (text) => (
              <TextLink to={paths.login()} state={{ from: here }}>
                {text}
              </TextLink>
            ),
          })}
        </p>
      )}
    </main>
  );
}
