import type { ComponentProps } from 'react';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { AuthForm, type Typed } from '../../auth-form.tsx';
import { CodeField } from '../../code-field.tsx';
import { AccountName, GivenPasswordField } from '../../fields.tsx';
import type { Proof } from './two-factor.queries.ts';

type FormProps = Pick<ComponentProps<typeof AuthForm>, 'failure' | 'variant' | 'action' | 'pendingAction'>;

interface ProofDialogProps extends FormProps {
  readonly username: string;
  readonly title: string;
  readonly description: string;
  readonly send: (proof: Proof) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the password and a code before the second factor is changed. */
export function ProofDialog({ username, title, description, send, onClose, ...form }: ProofDialogProps) {
  const sendProof = async (typed: Typed) => {
    await send({ password: typed('password'), code: typed('code') });
    onClose();
  };
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <div className="px-4 py-5 sm:px-6">
        <AuthForm send={sendProof} fieldOfCode={{ forbidden: 'password' }} {...form}>
          {(errors) => (
            <>
              <AccountName name={username} />
              <GivenPasswordField error={errors['password']} />
              <CodeField error={errors['code']} isEither />
            </>
          )}
        </AuthForm>
      </div>
    </Dialog>
  );
}
