import { useState } from 'react';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SuspensionDetails, suspensionTitle, useSuspension } from './appeal-section.tsx';

/** On every page of a suspended person: why they may not post, and how to appeal. */
export function SuspensionBar() {
  const suspension = useSuspension();
  const [isOpen, setOpen] = useState(false);
  if (!suspension) return null;
  const title = suspensionTitle(suspension);
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-danger bg-surface px-4 py-2 text-sm sm:px-6"
    >
      <p className="font-semibold">{title}</p>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {t('moderation.openAppeal')}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <div className="px-4 py-5 sm:px-6">
            <SuspensionDetails suspension={suspension} />
          </div>
        </Dialog>
      )}
    </section>
  );
}
