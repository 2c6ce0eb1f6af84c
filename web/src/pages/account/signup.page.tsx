import { Navigate, useLocation } from 'react-router-dom';
import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '../../../../shared/limits.ts';
import { AuthFrame } from '../../ui/forms/auth-frame.tsx';
import { paths } from '../../lib/paths.ts';
import { AuthForm, type Typed } from '../../features/auth/auth-form.tsx';
import { call } from '../../lib/api/api.ts';
import { EmailField, NewPasswordField, UsernameField } from '../../features/auth/fields.tsx';
import { FieldProblem, type FormErrors } from '../../features/auth/form-errors.ts';
import { returnPath, whyHere } from '../../features/auth/why-here.ts';
import { signIn, useSession } from '../../lib/api/session/session.ts';
import { useDocumentTitle } from '../../lib/hooks/browser-hooks.ts';
import { PasswordField } from '../../ui/forms/inputs.tsx';
import { TextLink } from '../../ui/links/links.tsx';
import { toastSuccess } from '../../ui/overlays/toast.tsx';

export function SignupPage() {
  useDocumentTitle('Sign Up');
  const { state } = useLocation();
  const session = useSession();
  // Also redirects after a signup.
  if (session) return <Navigate to={returnPath(state, session.user)} replace />;

  const footer = (
    <>
      Already have an account?{' '}
      <TextLink to={paths.login()} state={state}>
        Log In
      </TextLink>
    </>
  );
  return (
    <AuthFrame title="Sign Up" reason={whyHere(state, 'Sign up')} footer={footer}>
      <SignupForm />
    </AuthFrame>
  );
}

function SignupForm() {
  const send = async (typed: Typed) => {
    const password = typed('password');
    if (password !== typed('confirmPassword'))
      throw new FieldProblem('confirmPassword', 'Passwords do not match');
    const body = { username: typed('username'), email: typed('email'), password };
    signIn(await call('POST /auth/signup', { body }));
    toastSuccess('Account created!');
  };
  return (
    <AuthForm
      send={send}
      failure={['Signup Failed', 'Could not create account']}
      fieldOfCode={{ username_taken: 'username', email_taken: 'email' }}
      action="Sign Up"
      pendingAction="Creating Account..."
    >
      {(errors) => <Fields errors={errors} />}
    </AuthForm>
  );
}

function Fields({ errors }: { readonly errors: FormErrors }) {
  return (
    <>
      <UsernameField
        hint={`${USERNAME_MIN_LENGTH} to ${USERNAME_MAX_LENGTH} letters, digits or underscores`}
        error={errors['username']}
      />
      <EmailField label="Email" error={errors['email']} />
      <NewPasswordField label="Password" name="password" error={errors['password']} />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors['confirmPassword']}
      />
    </>
  );
}
