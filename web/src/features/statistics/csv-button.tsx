import { Download } from 'lucide-react';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';

/** Below what it saves as a file. */
export const CsvButton = ({ onClick }: { readonly onClick: () => void }) => (
  <div className="mt-4 flex justify-end">
    <Button variant="secondary" size="sm" onClick={onClick}>
      <Download className="size-4" />
      {t('statistics.download')}
    </Button>
  </div>
);
