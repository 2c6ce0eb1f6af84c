import { useHere, useDocumentTitle } from '../../lib/hooks/browser-hooks.ts';
import { HealthDock } from '../../features/stream-health/health-card.tsx';
import { useSession } from '../../lib/api/session/session.ts';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/links/links.tsx';

/** /go-live-advanced/dock: stream health for a browser dock of OBS, dark as OBS is. Signed-out users log in. */
export function DockPage() {
  useDocumentTitle('Stream health');
  const session = useSession();
  const here = useHere();
  return (
    <main className="min-h-dvh bg-canvas p-3 text-ink scheme-dark">
      <h1 className="sr-only">Stream health</h1>
      {session ? (
        <HealthDock key={session.user.id} />
      ) : (
        <p>
          <TextLink to={paths.login()} state={{ from: here }}>
            Log in
          </TextLink>{' '}
          to see how your stream arrives.
        </p>
      )}
    </main>
  );
}
