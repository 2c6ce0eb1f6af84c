import type { RoomRole } from '#shared/community/rooms.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { clearChat } from '../../acts/room-acts.ts';
import { usageOf } from './command-texts.ts';
import { commandsFor } from './read-draft.ts';

interface HelpDialogProps {
  readonly role: RoomRole;
  readonly onClose: () => void;
}

/** The commands that the reader may use. */
export const HelpDialog = ({ role, onClose }: HelpDialogProps) => (
  <Dialog title={t('chat.commands')} description={t('chat.commandsHint')} onClose={onClose}>
    <div className="overflow-y-auto px-4 py-5 sm:px-6">
      <dl className="space-y-3 text-sm">
        {commandsFor(role).map((command) => (
          <div key={command}>
            <dt className="font-semibold">
              <bdi dir="ltr">{usageOf(command)}</bdi>
            </dt>
            <dd className="text-soft">{t('chat.commandHint', { command })}</dd>
          </div>
        ))}
      </dl>
    </div>
  </Dialog>
);

interface ClearQuestionProps {
  readonly channelId: string;
  readonly onClose: () => void;
}

export const ClearQuestion = ({ channelId, onClose }: ClearQuestionProps) => (
  <Question
    title={t('chat.clear')}
    no={t('common.cancel')}
    yes={t('chat.clearConfirm')}
    onNo={onClose}
    onYes={() => {
      onClose();
      void clearChat(channelId);
    }}
  >
    <p>{t('chat.clearHint')}</p>
  </Question>
);
