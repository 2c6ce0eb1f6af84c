import { SearchX } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { ButtonLink } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';

interface MissingPageProps extends Pick<ComponentProps<typeof ButtonLink>, 'to' | 'variant'> {
  readonly title: string;
  /** The text of the link `to` another screen. */
  readonly action: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** Replaces a screen that has nothing to display. */
export function MissingPage({ title, to, variant = 'secondary', action, icon, children }: MissingPageProps) {
  const link = (
    <ButtonLink variant={variant} to={to}>
      {action}
    </ButtonLink>
  );
  return (
    <EmptyState level={1} icon={icon ?? <SearchX className="size-6" />} title={title} action={link}>
      {children}
    </EmptyState>
  );
}
