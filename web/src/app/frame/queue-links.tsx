/** Links to the moderation queue with the number of open cases. Only the first page of cases is counted. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { casesQuery } from '#web/features/moderation/moderation.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { formatNumber } from '#web/lib/i18n/numbers.ts';
import { paths } from '#web/lib/paths.ts';
import { MenuLink } from '#web/ui/overlays/menu-items.tsx';
import { SidebarLink } from './sidebar-link.tsx';

export const QueueSidebarLink = ({ isFolded }: { readonly isFolded: boolean }) => (
  <SidebarLink to={paths.moderation()} label={useLabel()} Icon={ShieldCheck} isFolded={isFolded} />
);

export const QueueMenuLink = () => (
  <MenuLink to={paths.moderation()}>
    <ShieldCheck className="size-4" />
    {useLabel()}
  </MenuLink>
);

function useLabel(): string {
  const [first] = useInfiniteQuery(casesQuery('open')).data?.pages ?? [];
  const open = first?.cases.length ?? 0;
  const count = formatNumber(open) + (first?.next ? '+' : '');
  return open > 0 ? t('moderation.linkWithCount', { count }) : t('footer.moderation');
}
