import { useState } from 'react';
import { useLiveChannel } from '#web/features/channels/use-live-channel.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { OverlayEditor } from './overlay-editor.tsx';
import type { OverlayKind } from './overlay-settings.ts';

const LABELS: Readonly<Record<OverlayKind, string>> = {
  chat: t('overlays.chat'),
  viewers: t('overlays.viewers'),
  alerts: t('overlays.alerts'),
};

/** /go-live-advanced/overlays: makes the addresses of overlays for OBS. The router requires a signed-in user. */
export function OverlaysPage() {
  useDocumentTitle(t('overlays.title'));
  const username = useSession()?.user.username ?? '';
  const { query } = useLiveChannel(username);
  const [open, setOpen] = useState<OverlayKind>('chat');
  return (
    <div className="mx-auto max-w-6xl">
      <h1 className="text-2xl font-bold">{t('overlays.title')}</h1>
      <p className="mt-1 mb-4 max-w-2xl text-soft">{t('overlays.intro')}</p>
      <Loaded query={query} failure={t('channel.loadFailed')}>
        {(channel) => (
          <Tabs
            label={t('overlays.title')}
            open={open}
            onOpen={setOpen}
            tabs={(Object.keys(LABELS) as OverlayKind[]).map((kind) => ({
              key: kind,
              label: LABELS[kind],
              panel: <OverlayEditor key={kind} kind={kind} channel={channel} />,
            }))}
          />
        )}
      </Loaded>
    </div>
  );
}
