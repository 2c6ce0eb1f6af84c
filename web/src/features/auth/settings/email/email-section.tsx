import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AccountSettings } from '../../../../../../shared/people/auth.ts';
import { call } from '../../../../lib/api/api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { toastSuccess } from '../../../../ui/overlays/toast.tsx';
import { Loaded } from '../../../../ui/states/loaded.tsx';
import { Skeleton } from '../../../../ui/states/loading.tsx';
import { AuthForm, type Typed } from '../../auth-form.tsx';
import { AnotherCode, CodeField, EmailField, GivenPasswordField } from '../../fields.tsx';
import { AccountDialog } from '../account-dialog.tsx';
import { accountQuery, useChangeEmail, useConfirmEmail } from './email.queries.ts';

export function EmailSection({ username }: { readonly username: string }) {
  const query = useQuery(accountQuery());
  return (
    <Card title="E-mail" description="You can log in by it, and get codes there if you forget your password.">
      <Loaded
        query={query}
        failure="Your e-mail address could not be looked up"
        skeleton={<Skeleton className="h-10" />}
      >
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
        <span className="min-w-0 font-medium wrap-anywhere">{email}</span>
        {can_send_mail && <Badge>{is_email_verified ? 'Confirmed' : 'Not confirmed'}</Badge>}
      </p>
      {is_email_taken && <p>Somebody else has shown that this address is theirs. Please give another one.</p>}
      {can_send_mail && waiting && (
        <CodeForm key={waiting} email={waiting} onConfirmed={() => address.current?.focus()} />
      )}
      {!can_send_mail && (
        <p className="text-soft">This site confirms no e-mail addresses, so yours stays as it is.</p>
      )}
      {can_send_mail && (
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          Change e-mail
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
    toastSuccess('E-mail confirmed');
    onConfirmed();
  };
  return (
    <div className="max-w-sm">
      <p className="mb-3 text-soft wrap-anywhere">
        Enter the code that was sent to {email}. It is good for ten minutes.
      </p>
      <AuthForm
        send={send}
        failure={['Not confirmed', 'The address could not be confirmed']}
        fieldOfCode={{ invalid_request: 'code' }}
        action="Confirm"
        pendingAction="Confirming..."
      >
        {(errors) => <CodeField label="Code from the e-mail" error={errors['code']} />}
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
    toastSuccess('A code is on its way');
    onClose();
  };
  return (
    <AccountDialog
      username={username}
      title="Change your e-mail address"
      description="A code goes to the new address. Until you enter it, nothing changes."
      failure={['E-mail not changed', 'The address could not be changed']}
      fieldOfCode={{ forbidden: 'password', email_taken: 'email', conflict: 'email' }}
      action="Send code"
      pendingAction="Sending..."
      send={send}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <EmailField label="New e-mail" error={errors['email']} />
          <GivenPasswordField error={errors['password']} />
        </>
      )}
    </AccountDialog>
  );
}
