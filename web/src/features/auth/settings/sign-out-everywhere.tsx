import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call, detailOr } from '../../../lib/api/api.ts';
import { signOut } from '../../../lib/api/session/session.ts';
import { paths } from '../../../lib/paths.ts';
import { Question } from '../../../ui/overlays/question.tsx';
import { toastSuccess } from '../../../ui/overlays/toast.tsx';

/** Asks before every session ends, this one too. Leads to /login. */
export function SignOutEverywhere({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('DELETE /auth/sessions'),
    onSuccess: () => {
      signOut();
      toastSuccess('Signed out everywhere');
      void navigate(paths.login());
    },
  });
  return (
    <Question
      title="Sign out everywhere?"
      no="Cancel"
      yes="Sign out"
      isBusy={isPending}
      onNo={onClose}
      onYes={() => mutate()}
    >
      <p>Every device is signed out, this one too. Log in again with your password.</p>
      <p role="alert" className="mt-3 text-sm text-danger empty:hidden">
        {error && detailOr(error, 'You could not be signed out. Please try again.')}
      </p>
    </Question>
  );
}
