import type { ReactNode } from 'react';
import { useCurrentPath } from '#web/lib/hooks/browser-hooks.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';

interface LogInStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** Returns here after the log-in. */
export function LogInState({ children, ...rest }: LogInStateProps) {
  const state = { from: useCurrentPath() };
  return (
    <EmptyState
      {...rest}
      action={
        <>
          <ButtonLink to={paths.login()} state={state} variant="secondary">
            {t('common.logIn')}
          </ButtonLink>
          <ButtonLink to={paths.signup()} state={state}>
            {t('common.signUp')}
          </ButtonLink>
        </>
      }
    >
      {children}
    </EmptyState>
  );
}
