import { paths } from '../lib/paths.ts';
import { useDocumentTitle } from '../lib/hooks/browser-hooks.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { FanMark } from '../ui/fan-mark.tsx';

export function NotFoundPage() {
  useDocumentTitle('Page not found');
  return (
    <EmptyState
      level={1}
      icon={<FanMark className="size-7" />}
      title="Page not found"
      action={<ButtonLink to={paths.home()}>Go to Home</ButtonLink>}
    >
      There is nothing at this address.
    </EmptyState>
  );
}
