import { embedPath } from '#shared/plain/embed/embed-code.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { EmbedField } from '#web/ui/overlays/embed-field.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface EmbedDialogProps {
  readonly channel: Pick<Channel, 'username' | 'display_name'>;
  readonly onClose: () => void;
}

export function EmbedDialog({ channel: { username, display_name }, onClose }: EmbedDialogProps) {
  return (
    <Dialog title={t('channel.embedTitle')} description={t('channel.embedHint')} onClose={onClose}>
      <div className="px-4 py-5 sm:px-6">
        <EmbedField path={embedPath.channel(username)} title={display_name} onCopied={onClose} />
      </div>
    </Dialog>
  );
}
