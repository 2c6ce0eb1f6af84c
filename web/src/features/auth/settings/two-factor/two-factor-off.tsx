import { Copy } from 'lucide-react';
import { type RefCallback, useState } from 'react';
import type { TwoFactorSecret } from '#shared/people/auth.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { copy } from '#web/ui/overlays/copy-and-share.ts';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { AuthForm, type Typed } from '../../auth-form.tsx';
import { AccountName, CodeField, focusOnArrival, GivenPasswordField } from '../../fields.tsx';
import { useTwoFactor } from '../settings.queries.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface TwoFactorOffProps {
  /** Focuses the first text. */
  readonly words: RefCallback<HTMLElement>;
  readonly username: string;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Turns the second factor on: password, then the secret and a code. */
export function TwoFactorOff({ words, username, onCodes }: TwoFactorOffProps) {
  const [step, setStep] = useState<'off' | 'password' | TwoFactorSecret>('off');
  if (step === 'off')
    return (
      <>
        <p ref={words} tabIndex={-1} className="outline-none">
          {rich('auth.twoFactorIsOff', { strong: (text) => <strong>{text}</strong> })}
        </p>
        <Button className="mt-4" onClick={() => setStep('password')}>
          {t('auth.turnOn')}
        </Button>
      </>
    );
  return (
    <div className="max-w-sm">
      {step === 'password' ? (
        <AskPassword username={username} onSecret={setStep} />
      ) : (
        <Confirm secret={step} onCodes={onCodes} />
      )}
      <Button variant="ghost" className="mt-3 w-full" onClick={() => setStep('off')}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

function AskPassword({
  username,
  onSecret,
}: {
  readonly username: string;
  readonly onSecret: (secret: TwoFactorSecret) => void;
}) {
  const { begin } = useTwoFactor();
  const send = async (typed: Typed) => onSecret(await begin(typed('password')));
  return (
    <AuthForm
      send={send}
      failure={[t('auth.notTurnedOn'), t('auth.turnOnFailed')]}
      action={t('auth.continue')}
      pendingAction={t('auth.checking')}
    >
      {(errors) => (
        <>
          <AccountName name={username} />
          <GivenPasswordField ref={focusOnArrival} error={errors['password']} />
        </>
      )}
    </AuthForm>
  );
}

function Confirm({
  secret,
  onCodes,
}: {
  readonly secret: TwoFactorSecret;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const { turnOn } = useTwoFactor();
  const send = async (typed: Typed) => {
    onCodes(await turnOn(typed('code')));
    toastSuccess(t('auth.twoFactorTurnedOn'));
  };
  return (
    <AuthForm
      send={send}
      failure={[t('auth.notTurnedOn'), t('auth.turnOnFailed')]}
      action={t('auth.turnOn')}
      pendingAction={t('auth.turningOn')}
    >
      {(errors) => (
        <>
          <AppSecret {...secret} />
          <CodeField hint={t('auth.appCodeHint')} error={errors['code']} />
        </>
      )}
    </AuthForm>
  );
}

const QrCode = onDemand(() => import('./qr-code.tsx'), 'QrCode', {
  fallback: <Skeleton className="size-full" />,
});

function AppSecret({ secret, url }: TwoFactorSecret) {
  return (
    <div className="space-y-4">
      <p ref={focusOnArrival} tabIndex={-1} className="outline-none">
        {t('auth.scanQrCode')}
      </p>
      <div className="mx-auto size-52">
        <QrCode text={url} />
      </div>
      <p className="text-sm text-soft">
        {rich('auth.openAppOrTypeKey', {
          link: (text) => (
            <a href={url} className="rounded-sm font-medium text-accent hover:underline">
              {text}
            </a>
          ),
        })}
      </p>
      <div className="flex items-center gap-1">
        <code className="min-w-0 text-sm wrap-anywhere">{inFours(secret)}</code>
        <IconButton label={t('auth.copyKey')} onClick={() => void copy(secret)}>
          <Copy className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}

const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
