import { CircleSlash } from 'lucide-react';
import { useSession } from '#web/lib/api/session/session.ts';
import { paths } from '#web/lib/paths.ts';
import { MissingPage } from '#web/ui/states/missing-page.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** "Channel not found" (specification §2, Channel). Only suspended users themselves see that they are suspended. */
export function ChannelMissing({ username }: { readonly username: string }) {
  const own = useSession()?.user.username;
  if (own?.toLowerCase() !== username.toLowerCase())
    return (
      <MissingPage title={t('channel.notFound')} to={paths.home()} action={t('app.home')}>
        {t('channel.notFoundHint')}
      </MissingPage>
    );
  return (
    <MissingPage
      icon={<CircleSlash className="size-6" />}
      title={t('channel.hidden')}
      to={paths.settings()}
      action={t('app.settings')}
    >
      {t('channel.hiddenHint')}
    </MissingPage>
  );
}
