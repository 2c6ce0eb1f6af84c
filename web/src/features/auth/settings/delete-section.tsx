import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '#web/lib/api/api.ts';
import { signOut } from '#web/lib/api/session/session.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import type { Typed } from '../auth-form.tsx';
import { GivenPasswordField } from '../fields.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';
import { keepText } from '#web/lib/kept.ts';

export function DeleteSection({ username }: { readonly username: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title={t('auth.deleteAccount')} description={t('auth.deleteAccountHint')}>
      <ul className="list-disc space-y-1.5 ps-5">
        <li>{rich('auth.whatIsDeleted', { strong: (text) => <strong>{text}</strong> })}</li>
        <li>{rich('auth.whatIsKept', { strong: (text) => <strong>{text}</strong> })}</li>
      </ul>
      <Button variant="danger" className="mt-5" onClick={() => setIsAsking(true)}>
        {t('auth.deleteAccount')}
      </Button>
      {isAsking && <DeleteDialog username={username} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

interface DeleteDialogProps {
  readonly username: string;
  readonly onClose: () => void;
}

function DeleteDialog({ username, onClose }: DeleteDialogProps) {
  const navigate = useNavigate();
  const send = async (typed: Typed) => {
    await call('DELETE /auth/me', { body: { password: typed('password') } });
    signOut();
    keepText('localStorage', 'player.positions', null);
    toastSuccess(t('auth.accountDeleted'));
    void navigate(paths.home());
  };
  return (
    <AccountDialog
      username={username}
      title={t('auth.deleteAccountQuestion')}
      description={t('auth.deleteAccountWarning', { username })}
      failure={[t('auth.accountNotDeleted'), t('auth.deleteAccountFailed')]}
      variant="danger"
      action={t('auth.deletePermanently')}
      pendingAction={t('auth.deleting')}
      send={send}
      onClose={onClose}
    >
      {(errors) => <GivenPasswordField error={errors['password']} />}
    </AccountDialog>
  );
}
