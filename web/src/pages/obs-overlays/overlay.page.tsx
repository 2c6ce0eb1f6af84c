import { type ComponentType, Suspense, useEffect, useLayoutEffect } from 'react';
import { matchPath } from 'react-router-dom';
import { SCREENS } from '#shared/plain/screens.ts';
import { useLiveChannel } from '#web/features/channels/use-live-channel.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.ts';
import { Boundary } from '#web/ui/states/error-boundary.tsx';
import { isOverlayKind, type OverlayKind, settingsIn } from './overlay-settings.ts';
import type { OverlayProps } from './overlay.types.ts';

const KINDS: { readonly [K in OverlayKind]: ComponentType<OverlayProps<K>> } = {
  chat: lazyComponent(() => import('./chat-overlay.tsx'), 'ChatOverlay'),
  viewers: lazyComponent(() => import('./viewers-overlay.tsx'), 'ViewersOverlay'),
  alerts: lazyComponent(() => import('./alerts-overlay.tsx'), 'AlertsOverlay'),
};

/**
 * /overlay/{username}/{kind}: a browser source of OBS. It is part of the picture, so it says nothing of failures: it is empty
 * then, and tries again.
 */
export function OverlayPage() {
  useTransparentPage();
  const { username = '', kind } = matchPath(SCREENS.overlay, location.pathname)?.params ?? {};
  if (!isOverlayKind(kind)) return null;
  return (
    <Boundary failed={(_, retry) => <RetryLater onRetry={retry} />}>
      <Suspense>
        <Overlay username={username} kind={kind} />
      </Suspense>
    </Boundary>
  );
}

interface OverlayAddress<K extends OverlayKind> {
  readonly username: string;
  readonly kind: K;
}

function Overlay<K extends OverlayKind>({ username, kind }: OverlayAddress<K>) {
  // Also where it is not there or the site is down, because the page is open for days.
  const { query } = useLiveChannel(username, { isPolled: () => true });
  const channel = query.data;
  const Kind: ComponentType<OverlayProps<K>> = KINDS[kind];
  return (
    <main className="h-dvh overflow-hidden">
      {channel && <Kind key={channel.id} channel={channel} settings={settingsIn(kind, location.search)} />}
    </main>
  );
}

/** The picture below is visible. A dark colour scheme would fill the page, so that parts of it have their own. */
function useTransparentPage(): void {
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = 'normal';
    document.documentElement.style.background = 'transparent';
    document.body.style.background = 'transparent';
  }, []);
}

const RETRY_MS = 30_000;

function RetryLater({ onRetry }: { readonly onRetry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onRetry, RETRY_MS);
    return () => clearTimeout(timer);
  });
  return null;
}
