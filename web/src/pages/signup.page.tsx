import type { FormEvent } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { PASSWORD_MIN_LENGTH, USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '../../../shared/limits.ts';
import { AuthFrame } from '../app/auth-frame.tsx';
import { paths } from '../app/paths.ts';
import { useSignup } from '../features/auth/auth.mutations.ts';
import { formText } from '../features/auth/form-text.ts';
import { returnPath } from '../features/auth/return-path.ts';
import { detailOr } from '../lib/api.ts';
import { useSession } from '../lib/session.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/input.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useToast } from '../ui/toast.tsx';

/** Signup: specification §2, §5, §8. */
export function SignupPage() {
  useDocumentTitle('Sign Up');
  const { state } = useLocation();
  const { submit, pending } = useSubmit();
  // Also what leads on after a signup: the session appears, and this screen is left.
  if (useSession()) return <Navigate to={returnPath(state)} replace />;

  const footer = (
    <>
      Already have an account?{' '}
      <TextLink to={paths.login()} state={state}>
        Log In
      </TextLink>
    </>
  );
  return (
    <AuthFrame title="Sign Up" footer={footer}>
      <form onSubmit={submit} className="space-y-4">
        <Fields />
        <Button type="submit" size="lg" className="w-full" busy={pending}>
          {pending ? 'Creating Account...' : 'Sign Up'}
        </Button>
      </form>
    </AuthFrame>
  );
}

function Fields() {
  const usernameHint = `${USERNAME_MIN_LENGTH} to ${USERNAME_MAX_LENGTH} letters, digits or underscores`;
  return (
    <>
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={usernameHint}
        required
      />
      <TextField label="Email" name="email" type="email" autoComplete="email" required />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters`}
        required
      />
      <TextField
        label="Confirm Password"
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        required
      />
    </>
  );
}

function useSubmit() {
  const toast = useToast();
  const signup = useSignup();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = formText(form, 'password');
    if (password !== formText(form, 'confirmPassword')) {
      toast({ title: 'Error', description: 'Passwords do not match', tone: 'danger' });
      return;
    }
    try {
      await signup.mutateAsync({
        username: formText(form, 'username'),
        email: formText(form, 'email'),
        password,
      });
      toast({ title: 'Account created!', tone: 'success' });
    } catch (error) {
      toast({
        title: 'Signup Failed',
        description: detailOr(error, 'Could not create account'),
        tone: 'danger',
      });
    }
  };
  return { submit: (event: FormEvent<HTMLFormElement>) => void submit(event), pending: signup.isPending };
}
