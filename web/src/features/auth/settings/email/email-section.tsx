import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AccountSettings } from '#shared/people/auth.ts';
import { call } from '#web/lib/api/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { AuthForm, type Typed } from '../../auth-form.tsx';
import { AnotherCode, CodeField, EmailField, GivenPasswordField } from '../../fields.tsx';
import { AccountDialog } from '../account-dialog.tsx';
import { accountQuery, useChangeEmail, useConfirmEmail } from './email.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

export function EmailSection({ username }: { readonly username: string }) {
  const query = useQuery(accountQuery());
  return (
    <Card title={t('auth.email')} description={t('auth.emailHint')}>
      <Loaded query={query} failure={t('auth.emailLoadFailed')} skeleton={<Skeleton className="h-10" />}>
        {(account) => <Address username={username} account={account} />}
      </Loaded>
    </Card>
  );
}

interface AddressProps {
  readonly username: string;
  readonly account: AccountSettings;
}

function Address({ username, account }: AddressProps) {
  const { email, is_email_verified, is_email_taken, pending_email, can_send_mail } = account;
  const [isAsking, setIsAsking] = useState(false);
  const address = useRef<HTMLParagraphElement>(null);
  const waiting = pending_email ?? (is_email_verified || is_email_taken ? null : email);
  return (
    <div className="space-y-4">
      <p ref={address} tabIndex={-1} className="flex flex-wrap items-center gap-2 outline-none">
        <bdi className="min-w-0 font-medium wrap-anywhere">{email}</bdi>
        {can_send_mail && <Badge>{is_email_verified ? t('auth.confirmed') : t('auth.notConfirmed')}</Badge>}
      </p>
      {is_email_taken && <p>{t('auth.emailTaken')}</p>}
      {can_send_mail && waiting && (
        <CodeForm key={waiting} email={waiting} onConfirmed={() => address.current?.focus()} />
      )}
      {!can_send_mail && <p className="text-soft">{t('auth.emailFixed')}</p>}
      {can_send_mail && (
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          {t('auth.changeEmail')}
        </Button>
      )}
      {isAsking && <EmailDialog username={username} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

interface CodeFormProps {
  readonly email: string;
  readonly onConfirmed: () => void;
}

/** Confirms an address with its code, or sends another code. */
function CodeForm({ email, onConfirmed }: CodeFormProps) {
  const confirm = useConfirmEmail();
  const send = async (typed: Typed) => {
    await confirm.mutateAsync(typed('code'));
    toastSuccess(t('auth.emailConfirmed'));
    onConfirmed();
  };
  return (
    <div className="max-w-sm">
      <p className="mb-3 text-soft wrap-anywhere">{t('auth.enterEmailedCode', { email })}</p>
      <AuthForm
        send={send}
        failure={[t('auth.notConfirmed'), t('auth.confirmEmailFailed')]}
        action={t('auth.confirm')}
        pendingAction={t('auth.confirming')}
      >
        {(errors) => <CodeField label={t('auth.emailedCode')} error={errors['code']} />}
      </AuthForm>
      <AnotherCode send={() => call('POST /auth/email/code')} />
    </div>
  );
}

interface EmailDialogProps {
  readonly username: string;
  readonly onClose: () => void;
}

function EmailDialog({ username, onClose }: EmailDialogProps) {
  const { mutateAsync } = useChangeEmail();
  const send = async (typed: Typed) => {
    await mutateAsync({ email: typed('email'), password: typed('password') });
    toastSuccess(t('auth.codeSent'));
    onClose();
  };
  return (
    <AccountDialog
      username={username}
      title={t('auth.changeEmailTitle')}
      description={t('auth.changeEmailHint')}
      failure={[t('auth.emailNotChanged'), t('auth.changeEmailFailed')]}
      action={t('auth.sendCode')}
      pendingAction={t('auth.sending')}
      send={send}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <EmailField label={t('auth.newEmail')} error={errors['email']} />
          <GivenPasswordField error={errors['password']} />
        </>
      )}
    </AccountDialog>
  );
}
