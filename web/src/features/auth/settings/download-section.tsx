import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { DataExport } from '../../../../../shared/people/auth.ts';
import { detailOr } from '../../../lib/api/api.ts';
import { formatBytes } from '../../../lib/i18n/numbers.ts';
import { formatMoment } from '../../../lib/i18n/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast, toastFailure } from '../../../ui/overlays/toast.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Skeleton } from '../../../ui/states/loading.tsx';
import { exportQuery, useRequestExport } from './settings.queries.ts';
import { t } from '../../../lib/i18n/messages.ts';

export function DownloadSection() {
  const query = useQuery(exportQuery());
  return (
    <Card title={t('auth.downloadData')} description={t('auth.downloadDataHint')}>
      <Loaded
        query={query}
        failure={t('auth.copyLoadFailed')}
        isInCard
        skeleton={<Skeleton className="h-10 w-40" />}
      >
        {(state) => (
          <div className="space-y-4">
            <Progress {...state} />
            <Archives {...state} />
            <Request state={state} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

/** A live region, so that screen readers announce changes. */
const Progress = ({ status, expires_at }: DataExport) => (
  <p role="status" className="empty:hidden">
    {status === 'making' && t('auth.copyBeingMade')}
    {status === 'ready' && expires_at && t('auth.copyAvailable', { expiresAt: formatMoment(expires_at) })}
  </p>
);

function Archives({ status, archives }: DataExport) {
  if (archives.length === 0) return null;
  const isWhole = status === 'ready' && archives.length === 1;
  return (
    <ul className="space-y-2">
      {archives.map(({ url, size_bytes }, index) => (
        // The address differs in each response.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <a
            href={url}
            download
            className="inline-flex items-center gap-2 rounded-sm font-medium text-accent hover:underline pointer-coarse:min-h-11"
          >
            <Download className="size-4 shrink-0" />
            {isWhole
              ? t('auth.downloadCopy', { size: formatBytes(size_bytes) })
              : t('auth.downloadPart', { number: index + 1, size: formatBytes(size_bytes) })}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Request({ state: { status, expires_at } }: { readonly state: DataExport }) {
  const { mutate, isPending } = useRequestExport();
  const request = () =>
    mutate(undefined, {
      onSuccess: (next) => {
        if (next.expires_at === expires_at) toast({ title: t('auth.copyIsRecent') });
      },
      onError: (error) => toastFailure(t('auth.copyFailed'), detailOr(error, t('common.pleaseTryAgain'))),
    });
  const isBusy = isPending || status === 'making';
  const words = status === 'ready' ? t('auth.createNewCopy') : t('auth.createCopy');
  return (
    <Button variant="secondary" busy={isBusy} onClick={request}>
      {isBusy ? t('auth.creating') : words}
    </Button>
  );
}
