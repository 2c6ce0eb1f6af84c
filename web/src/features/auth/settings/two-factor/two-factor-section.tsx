import { useQuery } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { copy } from '#web/ui/overlays/copy-and-share.ts';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { focusOnArrival, useFocusOnReturn } from '../../fields.tsx';
import { TwoFactorOff } from './two-factor-off.tsx';
import { TwoFactorOn } from './two-factor-on.tsx';
import { twoFactorQuery } from '../settings.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

export function TwoFactorSection({ username }: { readonly username: string }) {
  const query = useQuery(twoFactorQuery());
  const words = useFocusOnReturn();
  // The API returns the codes once, so they stay until the user confirms.
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Card title={t('auth.twoFactor')} description={t('auth.twoFactorHint')}>
      {codes ? (
        <RecoveryCodes codes={codes} username={username} onKept={() => setCodes(undefined)} />
      ) : (
        <Loaded
          query={query}
          failure={t('auth.twoFactorLoadFailed')}
          isInCard
          skeleton={<Skeleton className="h-10 w-40" />}
        >
          {({ is_on, recovery_codes_left }) =>
            is_on ? (
              <TwoFactorOn
                words={words}
                username={username}
                codesLeft={recovery_codes_left}
                onCodes={setCodes}
              />
            ) : (
              <TwoFactorOff words={words} username={username} onCodes={setCodes} />
            )
          }
        </Loaded>
      )}
    </Card>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly username: string;
  readonly onKept: () => void;
}

/** Recovery codes. Each logs in once, and the page shows them only now. */
function RecoveryCodes({ codes, username, onKept }: RecoveryCodesProps) {
  return (
    <div className="space-y-4">
      <h3 ref={focusOnArrival} tabIndex={-1} className="font-semibold outline-none">
        {t('auth.saveRecoveryCodes')}
      </h3>
      <p>{t('auth.recoveryCodesHint')}</p>
      <ul
        aria-label={t('auth.recoveryCodes')}
        className="grid max-w-sm grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-raised p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy(codes.join('\n'))}>
          <Copy className="size-4" />
          {t('auth.copyCodes')}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(fileOf(codes, username))}`}
          download="fanfare-recovery-codes.txt"
          className="inline-flex h-control-md items-center gap-2 rounded-md bg-raised px-4 text-sm font-semibold hover:bg-line"
        >
          <Download className="size-4" />
          {t('auth.downloadCodes')}
        </a>
      </div>
      <Button onClick={onKept}>{t('auth.recoveryCodesSaved')}</Button>
    </div>
  );
}

const fileOf = (codes: readonly string[], username: string): string =>
  [t('auth.recoveryCodesFile', { username }), '', ...codes, ''].join('\n');
