import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { DataExport } from '#shared/people/auth.ts';
import { formatBytes } from '#web/lib/i18n/numbers.ts';
import { formatMoment } from '#web/lib/i18n/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/overlays/toast.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { GivenPasswordField } from '../fields.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { exportQuery, useExport } from './settings.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

export function DownloadSection({ username }: { readonly username: string }) {
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
            <Requests username={username} state={state} />
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
        <li key={url}>
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

interface RequestsProps {
  readonly username: string;
  readonly state: DataExport;
}

function Requests({ username, state: { status, archives, expires_at } }: RequestsProps) {
  const { create, findLinks } = useExport();
  const [asking, setAsking] = useState<'copy' | 'links'>();
  const onClose = () => setAsking(undefined);
  const isMade = status === 'making';
  const words = status === 'ready' ? t('auth.createNewCopy') : t('auth.createCopy');
  const createCopy = async (password: string) => {
    const next = await create(password);
    if (next.expires_at === expires_at) toast({ title: t('auth.copyIsRecent') });
  };
  return (
    <div className="flex flex-wrap gap-3">
      {status === 'ready' && archives.length === 0 && (
        <Button onClick={() => setAsking('links')}>{t('auth.showDownloadLinks')}</Button>
      )}
      <Button variant="secondary" busy={isMade} onClick={() => setAsking('copy')}>
        {isMade ? t('auth.creating') : words}
      </Button>
      {asking === 'copy' && (
        <PasswordDialog
          {...{ username, onClose }}
          action={words}
          pendingAction={t('auth.creating')}
          failure={t('auth.copyFailed')}
          send={createCopy}
        />
      )}
      {asking === 'links' && (
        <PasswordDialog
          {...{ username, onClose }}
          action={t('auth.showDownloadLinks')}
          pendingAction={t('common.loading')}
          failure={t('auth.copyLoadFailed')}
          send={findLinks}
        />
      )}
    </div>
  );
}

interface PasswordDialogProps {
  readonly username: string;
  readonly action: string;
  readonly pendingAction: string;
  readonly failure: string;
  readonly send: (password: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the password, because a copy holds all that the account has. */
const PasswordDialog = ({ action, failure, send, onClose, ...rest }: PasswordDialogProps) => (
  <AccountDialog
    {...rest}
    title={action}
    description={t('auth.copyNeedsPassword')}
    failure={[failure, t('common.pleaseTryAgain')]}
    action={action}
    send={async (typed) => {
      await send(typed('password'));
      onClose();
    }}
    onClose={onClose}
  >
    {(errors) => <GivenPasswordField error={errors['password']} />}
  </AccountDialog>
);
