import { t } from '#web/lib/i18n/messages.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { HiddenList } from './rules/people.tsx';
import { RulesText } from '../writing/accept-rules-dialog.tsx';
import type { HiddenPeople } from '#web/lib/hooks/use-hidden-people.ts';

interface RulesDialogProps {
  readonly rules: string;
  readonly hidden: HiddenPeople;
  readonly onClose: () => void;
}

/** What the streamer asks of those who write, and whom the reader has blocked. */
export const RulesDialog = ({ rules, hidden, onClose }: RulesDialogProps) => (
  <Dialog title={t('chat.rules')} onClose={onClose}>
    <div className="divide-y divide-line overflow-y-auto [&>section]:space-y-4 [&>section]:px-4 [&>section]:py-5 sm:[&>section]:px-6">
      <section>
        {rules ? <RulesText rules={rules} /> : <p className="text-sm text-soft">{t('chat.noRules')}</p>}
      </section>
      <HiddenList hidden={hidden} />
    </div>
  </Dialog>
);
