import { type ComponentProps, type RefCallback, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import type { Typed } from '../../auth-form.tsx';
import { CodeField, GivenPasswordField } from '../../fields.tsx';
import { AccountDialog } from '../account-dialog.tsx';
import { type Proof, useTwoFactor } from '../settings.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

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
    toastSuccess(t('auth.twoFactorTurnedOff'));
  };
  return (
    <>
      <p ref={words} tabIndex={-1} className="outline-none">
        <strong>{t('auth.twoFactorIsOn')}</strong> {leftInWords(codesLeft)}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAsking('codes')}>
          {t('auth.newRecoveryCodes')}
        </Button>
        <Button variant="ghost" onClick={() => setAsking('off')}>
          {t('auth.turnOff')}
        </Button>
      </div>
      {asking === 'codes' && (
        <ProofDialog
          username={username}
          title={t('auth.newRecoveryCodesQuestion')}
          description={t('auth.oldCodesStopWorking')}
          failure={[t('auth.noNewCodes'), t('auth.newCodesFailed')]}
          action={t('auth.createNewCodes')}
          pendingAction={t('auth.creating')}
          send={renew}
          onClose={close}
        />
      )}
      {asking === 'off' && (
        <ProofDialog
          username={username}
          title={t('auth.turnOffTwoFactorQuestion')}
          description={t('auth.turnOffTwoFactorHint')}
          failure={[t('auth.notTurnedOff'), t('auth.turnOffFailed')]}
          variant="danger"
          action={t('auth.turnOff')}
          pendingAction={t('auth.turningOff')}
          send={end}
          onClose={close}
        />
      )}
    </>
  );
}

const leftInWords = (codes: number): string => t('auth.recoveryCodesLeft', { count: codes });

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
          <CodeField hint={t('auth.eitherCodeHint')} error={errors['code']} isEither />
        </>
      )}
    </AccountDialog>
  );
}
