import { Flag } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useSession } from '../../../lib/api/session/session.ts';
import type { MessageEntry } from '../../../lib/message-entry.ts';
import { ReportDialog } from './report-menu.tsx';
import type { Reported } from './report-dialog.tsx';

/** The entry of a message's menu by which others report it, and the dialog that it opens. */
export function useReportEntry(channelId: string): {
  entries: readonly MessageEntry[];
  dialog: ReactNode;
} {
  const reader = useSession()?.user.username;
  const [reported, setReported] = useState<Reported | null>(null);
  const entries = useMemo(
    (): MessageEntry[] => [
      {
        label: 'Report',
        icon: <Flag />,
        isShown: ({ username }) => reader !== undefined && username !== reader,
        onSelect: ({ id, username }) =>
          setReported({ kind: 'message', id: channelId, message_id: id, name: `Message of ${username}` }),
      },
    ],
    [channelId, reader],
  );
  const dialog = reported && <ReportDialog reported={reported} onClose={() => setReported(null)} />;
  return { entries, dialog };
}
