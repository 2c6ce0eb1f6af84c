import { Copy } from 'lucide-react';
import type { TwoFactorSecret } from '../../../../../../shared/people/auth.ts';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { IconButton } from '../../../../ui/button.tsx';
import { copy } from '../../../../ui/overlays/copy-and-share.ts';
import { Skeleton } from '../../../../ui/states/skeleton.tsx';
import { focusOnArrival } from '../../focus-on-arrival.ts';

const QrCode = onDemand(() => import('./qr-code.tsx'), 'QrCode', {
  fallback: <Skeleton className="size-full" />,
});

/** What an authenticator app needs: to be scanned, to be opened on this device, or to be typed. */
export function AppSecret({ secret, url }: TwoFactorSecret) {
  return (
    <div className="space-y-4">
      <p ref={focusOnArrival} tabIndex={-1} className="outline-none">
        Scan this with an authenticator app, such as Google Authenticator, 1Password or Aegis.
      </p>
      <div className="mx-auto size-52">
        <QrCode text={url} />
      </div>
      <p className="text-sm text-soft">
        The app is on this device?{' '}
        <a href={url} className="rounded-sm font-medium text-accent hover:underline">
          Open it
        </a>
        , or type this key:
      </p>
      <div className="flex items-center gap-1">
        <code className="min-w-0 text-sm wrap-anywhere">{inFours(secret)}</code>
        <IconButton label="Copy key" onClick={() => void copy(secret)}>
          <Copy className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}

const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
