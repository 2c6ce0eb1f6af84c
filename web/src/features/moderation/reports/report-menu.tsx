import { EllipsisVertical, Flag } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../../lib/api/session/session.ts';
import { useHere } from '../../../lib/hooks/browser-hooks.ts';
import type { MessageEntry } from '../../../lib/message-entry.ts';
import { paths } from '../../../lib/paths.ts';
import { onDemand } from '../../../ui/on-demand.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx';
import type { Reported } from './report-dialog.tsx';

// Lazy, because few users report.
const ReportDialog = onDemand(() => import('./report-dialog.tsx'), 'ReportDialog', {
  isOverlay: true,
});

interface ReportMenuProps {
  readonly of: string;
  /** The reportable items with their commands. */
  readonly reportables: readonly (Reported & { readonly command: string })[];
}

/** The menu for reporting. Signed-out users log in first. */
export function ReportMenu({ of, reportables }: ReportMenuProps) {
  const [reported, setReported] = useState<Reported | null>(null);
  const isSignedIn = useSession() !== null;
  const navigate = useNavigate();
  const here = useHere();
  const open = (reportable: Reported) =>
    isSignedIn ? setReported(reportable) : void navigate(paths.login(), { state: { from: here } });
  return (
    <div>
      <Menu
        label={`More for ${of}`}
        icon={<EllipsisVertical className="size-5" />}
        buttonClassName="grid size-10 place-items-center pointer-coarse:size-11 rounded-md text-soft hover:bg-raised hover:text-ink aria-expanded:bg-raised"
        listClassName="right-0 top-full mt-1 w-52 rounded-md border border-line bg-raised p-1 shadow-lg shadow-black/30"
      >
        {reportables.map((reportable) => (
          <MenuItem key={reportable.command} className={ITEM} onSelect={() => open(reportable)}>
            <Flag className="size-4" />
            {reportable.command}
          </MenuItem>
        ))}
      </Menu>
      {reported && <ReportDialog reported={reported} onClose={() => setReported(null)} />}
    </div>
  );
}

const ITEM =
  'flex h-10 w-full pointer-coarse:h-11 items-center gap-3 rounded-sm px-3 text-left text-sm font-medium hover:bg-line focus-visible:bg-line focus-visible:outline-none';

/** The report entry of a message's menu, with its dialog. */
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
        isVisibleFor: ({ username }) => reader !== undefined && username !== reader,
        onSelect: ({ id, username }) =>
          setReported({ kind: 'message', id: channelId, message_id: id, name: `Message of ${username}` }),
      },
    ],
    [channelId, reader],
  );
  const dialog = reported && <ReportDialog reported={reported} onClose={() => setReported(null)} />;
  return { entries, dialog };
}
