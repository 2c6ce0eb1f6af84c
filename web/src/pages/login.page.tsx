import type { FormEvent } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { AuthFrame } from '../app/auth-frame.tsx';
import { paths } from '../app/paths.ts';
import { useLogin } from '../features/auth/auth.mutations.ts';
import { formText } from '../features/auth/form-text.ts';
import { returnPath } from '../features/auth/return-path.ts';
import { ApiFailure, detailOr } from '../lib/api.ts';
import { useSession } from '../lib/session.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/input.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useToast } from '../ui/toast.tsx';

/** Login: specification §2, §8. */
export function LoginPage() {
  useDocumentTitle('Log In');
  const { state } = useLocation();
  const { submit, pending } = useSubmit();
  // Also what leads on after a login: the session appears, and this screen is left.
  if (useSession()) return <Navigate to={returnPath(state)} replace />;

  const footer = (
    <>
      New to Fanfare?{' '}
      <TextLink to={paths.signup()} state={state}>
        Sign Up
      </TextLink>
    </>
  );
  return (
    <AuthFrame title="Log In" footer={footer}>
      <form onSubmit={submit} className="space-y-4">
        <TextField label="Username" name="username" autoComplete="username" autoCapitalize="none" required />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" size="lg" className="w-full" busy={pending}>
          {pending ? 'Logging in...' : 'Log In'}
        </Button>
      </form>
    </AuthFrame>
  );
}

function useSubmit() {
  const toast = useToast();
  const login = useLogin();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    try {
      await login.mutateAsync({ username: formText(form, 'username'), password: formText(form, 'password') });
      toast({ title: 'Welcome back!', tone: 'success' });
    } catch (error) {
      toast({ title: 'Login Failed', description: failureText(error), tone: 'danger' });
    }
  };
  return { submit: (event: FormEvent<HTMLFormElement>) => void submit(event), pending: login.isPending };
}

/** To someone without a connection "Invalid username or password" would be untrue. */
const failureText = (error: unknown): string =>
  error instanceof ApiFailure && error.code === 'network'
    ? error.message
    : detailOr(error, 'Invalid username or password');
