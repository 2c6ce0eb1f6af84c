import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { keyHelp, type KindOfPlayer } from './player-keys.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface KeysDialogProps {
  readonly player: KindOfPlayer;
  /** The element in full screen, if any. */
  readonly container: HTMLElement | null;
  readonly onClose: () => void;
}

export function KeysDialog({ player, container, onClose }: KeysDialogProps) {
  return (
    <Dialog
      title={t('player.shortcutsTitle')}
      description={t('player.shortcutsHint')}
      container={container}
      onClose={onClose}
    >
      <dl
        // Scrolls by the keyboard too, where the screen is low.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5 overflow-y-auto px-4 py-5 -outline-offset-2 sm:px-6"
      >
        {keyHelp(player).map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid h-7 min-w-7 place-items-center rounded-md border border-line-strong bg-raised px-2 text-sm font-semibold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
