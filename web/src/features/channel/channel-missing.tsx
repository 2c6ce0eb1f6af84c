import { SearchX } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

/** "Channel not found": specification §2 (Channel). */
export const ChannelMissing = () => (
  <EmptyState
    level={1}
    icon={<SearchX className="size-6" />}
    title="Channel not found"
    action={
      <ButtonLink variant="secondary" to={paths.home()}>
        Home
      </ButtonLink>
    }
  >
    There is no channel of this name.
  </EmptyState>
);
