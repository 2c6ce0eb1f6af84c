import { paths } from '../app/paths.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FanMark } from '../ui/fan-mark.tsx';

/** Stands at the addresses of the screens that are still being built. */
export function NotHereYetPage() {
  useDocumentTitle('Not here yet');
  return (
    <EmptyState
      level={1}
      icon={<FanMark className="size-7" />}
      title="Not here yet"
      action={<ButtonLink to={paths.browse()}>Browse Channels</ButtonLink>}
    >
      This part of Fanfare is still being built.
    </EmptyState>
  );
}
