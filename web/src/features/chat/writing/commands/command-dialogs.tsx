import { useQuery } from '@tanstack/react-query';
import type { RoomRole } from '#shared/community/rooms.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { clearChat } from '../../acts/room-acts.ts';
import { commandsQuery } from '../../rooms.queries.ts';
import { usageOf } from './command-texts.ts';
import { commandsFor } from './read-draft.ts';

interface HelpDialogProps {
  readonly channelId: string;
  readonly role: RoomRole;
  readonly onClose: () => void;
}

/** The commands that the reader may use, and those that the site answers. */
export const HelpDialog = ({ channelId, role, onClose }: HelpDialogProps) => (
  <Dialog title={t('chat.commands')} description={t('chat.commandsHint')} onClose={onClose}>
    <div className="space-y-5 overflow-y-auto px-4 py-5 sm:px-6">
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
      <OwnCommands channelId={channelId} />
    </div>
  </Dialog>
);

function OwnCommands({ channelId }: { readonly channelId: string }) {
  const query = useQuery(commandsQuery(channelId));
  return (
    <Loaded query={query} failure={t('chat.listLoadFailed')}>
      {({ commands }) =>
        commands.length > 0 && (
          <section className="space-y-3 text-sm">
            <h3 className="font-semibold">{t('chat.ownCommands')}</h3>
            <ul className="flex flex-wrap gap-x-4 gap-y-1 text-soft">
              {commands.map(({ name }) => (
                <li key={name}>
                  <bdi dir="ltr">{`!${name}`}</bdi>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

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
