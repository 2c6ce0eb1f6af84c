import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogButtons } from '#web/ui/overlays/dialog.tsx';

export const RulesText = ({ rules }: { readonly rules: string }) => (
  <p dir="auto" className="wrap-anywhere whitespace-pre-line">
    {rules}
  </p>
);

interface AcceptRulesDialogProps {
  readonly rules: string;
  readonly onAccept: () => void;
  readonly onClose: () => void;
}

/** Before the reader's first message. */
export const AcceptRulesDialog = ({ rules, onAccept, onClose }: AcceptRulesDialogProps) => (
  <Dialog title={t('chat.rules')} onClose={onClose}>
    <div className="overflow-y-auto px-4 py-5 sm:px-6">
      <RulesText rules={rules} />
    </div>
    <DialogButtons>
      <Button variant="ghost" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <Button onClick={onAccept}>{t('chat.acceptRules')}</Button>
    </DialogButtons>
  </Dialog>
);
