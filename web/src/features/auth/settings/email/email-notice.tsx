import { useQuery } from '@tanstack/react-query';
import { paths } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links/links.tsx';
import { accountQuery } from './email.queries.ts';
import { rich } from '#web/lib/i18n/rich.tsx';

/** Warns a publisher with an unconfirmed address that features may be limited. */
export function EmailNotice() {
  const { data } = useQuery(accountQuery());
  if (!data?.can_send_mail || data.is_email_verified) return null;
  return (
    <p className="mb-4 text-sm text-soft">
      {rich('auth.emailUnconfirmed', { link: (text) => <TextLink to={paths.settings()}>{text}</TextLink> })}
    </p>
  );
}
