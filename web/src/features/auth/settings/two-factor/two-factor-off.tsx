import { Copy } from 'lucide-react';
import { type RefCallback, useState } from 'react';
import type { TwoFactorSecret } from '../../../../../../shared/people/auth.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { copy } from '../../../../ui/overlays/copy-and-share.ts';
import { toastSuccess } from '../../../../ui/overlays/toast.tsx';
import { Skeleton } from '../../../../ui/states/loading.tsx';
import { AuthForm, type Typed } from '../../auth-form.tsx';
import { AccountName, CodeField, focusOnArrival, GivenPasswordField } from '../../fields.tsx';
import { useTwoFactor } from '../settings.queries.ts';

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
          <strong>It is off.</strong> Your password alone logs in.
        </p>
        <Button className="mt-4" onClick={() => setStep('password')}>
          Turn on
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
        Cancel
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
      failure={['Not turned on', 'Two-factor log-in could not be turned on']}
      fieldOfCode={{ forbidden: 'password' }}
      action="Continue"
      pendingAction="Checking..."
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
    toastSuccess('Two-factor log-in is on');
  };
  return (
    <AuthForm
      send={send}
      failure={['Not turned on', 'Two-factor log-in could not be turned on']}
      action="Turn on"
      pendingAction="Turning on..."
    >
      {(errors) => (
        <>
          <AppSecret {...secret} />
          <CodeField hint="Six digits, as your app shows them now" error={errors['code']} />
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
