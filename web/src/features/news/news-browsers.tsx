import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { NewsBrowser } from '#shared/people/news.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { formatDay } from '#web/lib/i18n/dates.ts';
import type { PushState } from '#web/lib/push/browser-push.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { toastFailure, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { newsSettingsQuery, removeBrowserMutation } from './news.queries.ts';
import { deviceName } from '#web/lib/i18n/device-name.ts';
import { t } from '#web/lib/i18n/messages.ts';

const NOTES: Readonly<Record<PushState, string>> = {
  on: t('news.pushOnHint'),
  off: t('news.pushOffHint'),
  refused: t('news.pushBlockedHint'),
  unable: t('news.pushUnsupportedHint'),
};

const push = () => import('#web/lib/push/browser-push.ts');

export function NewsBrowsers({ browsers }: { readonly browsers: readonly NewsBrowser[] }) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <div className="space-y-4">
      <ThisBrowser />
      {browsers.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={t('news.browsers')}
          className="divide-y divide-line outline-none"
        >
          {browsers.map((browser) => (
            <Browser key={browser.id} browser={browser} onRemoved={() => list.current?.focus()} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ThisBrowser() {
  const cache = useQueryClient();
  const query = useQuery({ queryKey: ['push'], queryFn: async () => (await push()).pushState(), gcTime: 0 });
  const [isBusy, setIsBusy] = useState(false);
  const state = query.data ?? 'off';
  const change = async (isOn: boolean) => {
    setIsBusy(true);
    try {
      const { startPush, stopPush } = await push();
      await (isOn ? startPush() : stopPush());
      await cache.invalidateQueries({ queryKey: newsSettingsQuery().queryKey });
    } catch (error) {
      toastFailure(t('news.pushChangeFailed'), detailOr(error, t('news.pushServiceUnreachable')));
    }
    await query.refetch();
    setIsBusy(false);
  };
  return (
    <Switch
      label={t('news.pushHere')}
      note={NOTES[state]}
      checked={state === 'on'}
      disabled={isBusy || state === 'refused' || state === 'unable'}
      onChange={(isOn) => void change(isOn)}
    />
  );
}

interface BrowserProps {
  readonly browser: NewsBrowser;
  readonly onRemoved: () => void;
}

function Browser({ browser: { id, name: device, added_at }, onRemoved }: BrowserProps) {
  const name = deviceName(device);
  const { mutateAsync, isPending } = useMutation(removeBrowserMutation(useQueryClient()));
  const remove = async () => {
    try {
      await mutateAsync(id);
    } catch (error) {
      return toastFailure(t('news.browserRemoveFailed'), detailOr(error, t('common.pleaseTryAgain')));
    }
    toastSuccess(t('news.browserRemoved', { name }));
    onRemoved();
  };
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-break-word">{name}</p>
        <p className="text-sm text-soft">{t('news.browserSince', { addedAt: formatDay(added_at) })}</p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        busy={isPending}
        onClick={() => void remove()}
        aria-label={t('news.browserRemove', { name })}
      >
        {t('common.remove')}
      </Button>
    </li>
  );
}
