import { Flag } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ChatMessage } from '#shared/community/chat.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useCurrentPath } from '#web/lib/hooks/browser-hooks.ts';
import type { MessageEntry } from '#web/lib/message-entry.ts';
import { paths } from '#web/lib/paths.ts';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { MenuItem, MoreMenu } from '#web/ui/overlays/menu-items.tsx';
import type { Reported } from './report-dialog.tsx';
import { t } from '#web/lib/i18n/messages.ts';

// Lazy, because few users report.
const ReportDialog = overlayOnDemand(() => import('./report-dialog.tsx'), 'ReportDialog');

interface ReportMenuProps {
  readonly of: string;
  readonly reportables: readonly (Reported & { readonly command: string })[];
}

/** Opens the form of a report. Signed-out users log in first. */
export function useReport() {
  const [reported, setReported] = useState<Reported | null>(null);
  const isSignedIn = useSession() !== null;
  const navigate = useNavigate();
  const here = useCurrentPath();
  const report = (reportable: Reported) =>
    isSignedIn ? setReported(reportable) : void navigate(paths.login(), { state: { from: here } });
  return {
    report,
    dialog: reported && <ReportDialog reported={reported} onClose={() => setReported(null)} />,
  };
}

/** The menu for reporting. */
export function ReportMenu({ of, reportables }: ReportMenuProps) {
  const { report, dialog } = useReport();
  return (
    <div>
      <MoreMenu of={of}>
        {reportables.map((reportable) => (
          <MenuItem key={reportable.command} onSelect={() => report(reportable)}>
            <Flag className="size-4" />
            {reportable.command}
          </MenuItem>
        ))}
      </MoreMenu>
      {dialog}
    </div>
  );
}

interface ReportableEmote {
  readonly id: string;
  readonly code: string;
}

/** The report entries of a message's menu, for it and the channel's emotes in it, with their dialog. `emotes` must be stable. */
export function useReportEntry(channelId: string, streamer: string, emotes: readonly ReportableEmote[]) {
  const reader = useSession()?.user.username;
  const [reported, setReported] = useState<Reported | null>(null);
  const entries = useMemo(
    (): MessageEntry[] => [
      {
        label: t('common.report'),
        icon: <Flag />,
        isVisibleFor: ({ username }) => reader !== undefined && username !== reader,
        onSelect: ({ id, username }) =>
          setReported({
            kind: 'message',
            id: channelId,
            message_id: id,
            name: t('moderation.reportedMessage', { username }),
          }),
      },
      ...emotes.map(({ id, code: name }) => {
        const code = `:${name}:`;
        return {
          label: t('moderation.reportEmote', { code }),
          icon: <Flag />,
          isVisibleFor: ({ message }: ChatMessage) =>
            reader !== undefined && reader !== streamer && message.includes(code),
          onSelect: () =>
            setReported({
              kind: 'emote',
              id: channelId,
              message_id: id,
              name: t('moderation.reportedEmote', { code }),
            }),
        };
      }),
    ],
    [channelId, streamer, emotes, reader],
  );
  const dialog = reported && <ReportDialog reported={reported} onClose={() => setReported(null)} />;
  return { entries, dialog };
}
