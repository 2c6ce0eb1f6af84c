import { type ComponentProps, type RefCallback, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { toastSuccess } from '../../../../ui/overlays/toast.tsx';
import type { Typed } from '../../auth-form.tsx';
import { CodeField, GivenPasswordField } from '../../fields.tsx';
import { AccountDialog } from '../account-dialog.tsx';
import { type Proof, useTwoFactor } from '../settings.queries.ts';

interface TwoFactorOnProps {
  /** Focuses the first text. */
  readonly words: RefCallback<HTMLElement>;
  readonly username: string;
  readonly codesLeft: number;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Shows the remaining recovery codes, replaces them, or turns the second factor off. */
export function TwoFactorOn({ words, username, codesLeft, onCodes }: TwoFactorOnProps) {
  const { renewCodes, turnOff } = useTwoFactor();
  const [asking, setAsking] = useState<'codes' | 'off'>();
  const close = () => setAsking(undefined);
  const renew = async (proof: Proof) => onCodes(await renewCodes(proof));
  const end = async (proof: Proof) => {
    await turnOff(proof);
    toastSuccess('Two-factor log-in is off');
  };
  return (
    <>
      <p ref={words} tabIndex={-1} className="outline-none">
        <strong>It is on.</strong> {leftInWords(codesLeft)}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAsking('codes')}>
          New recovery codes
        </Button>
        <Button variant="ghost" onClick={() => setAsking('off')}>
          Turn off
        </Button>
      </div>
      {asking === 'codes' && (
        <ProofDialog
          username={username}
          title="New recovery codes?"
          description="Those that you have log in no more."
          failure={['No new codes', 'New codes could not be made']}
          action="Make new codes"
          pendingAction="Making..."
          send={renew}
          onClose={close}
        />
      )}
      {asking === 'off' && (
        <ProofDialog
          username={username}
          title="Turn two-factor log-in off?"
          description="Your password alone logs in then."
          failure={['Not turned off', 'Two-factor log-in could not be turned off']}
          variant="danger"
          action="Turn off"
          pendingAction="Turning off..."
          send={end}
          onClose={close}
        />
      )}
    </>
  );
}

const leftInWords = (codes: number): string => {
  if (codes === 0) return 'You have no recovery codes left: make new ones.';
  return `You have ${codes} recovery ${codes === 1 ? 'code' : 'codes'} left.`;
};

interface ProofDialogProps extends Omit<ComponentProps<typeof AccountDialog>, 'send' | 'children'> {
  readonly send: (proof: Proof) => Promise<void>;
}

/** Asks for the password and a code before a change of the second factor. */
function ProofDialog({ send, onClose, ...dialog }: ProofDialogProps) {
  const sendProof = async (typed: Typed) => {
    await send({ password: typed('password'), code: typed('code') });
    onClose();
  };
  return (
    <AccountDialog send={sendProof} onClose={onClose} {...dialog}>
      {(errors) => (
        <>
          <GivenPasswordField error={errors['password']} />
          <CodeField hint="Of your app, or a recovery code" error={errors['code']} isEither />
        </>
      )}
    </AccountDialog>
  );
}
