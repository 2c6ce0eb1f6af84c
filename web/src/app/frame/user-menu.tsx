import { Radio, Upload } from 'lucide-react';
import { Link } from '#web/ui/links/link.tsx';
import type { SignedInUser } from '#web/lib/api/session/session.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { paths } from '#web/lib/paths.ts';
import { AccountFace, FACE_BUTTON } from './account-face.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const ICON_ON_PHONE = 'max-sm:w-control-sm max-sm:px-0';

const News = onDemand(() => import('#web/features/news/news-button.tsx'), 'NewsButton', {
  fallback: <span className="size-control-md" />,
  isOptional: true,
});
const AccountMenu = onDemand(() => import('./account-links.tsx'), 'AccountMenu', {
  fallback: ({ username }: { readonly username: string }) => (
    <span className={FACE_BUTTON}>
      <AccountFace username={username} />
    </span>
  ),
});

export const UserMenu = ({ user: { username } }: { readonly user: SignedInUser }) => (
  <>
    <ButtonLink to={paths.goLive()} size="sm" aria-label={t('app.goLive')} className={ICON_ON_PHONE}>
      <Radio className="size-4" />
      <span className="hidden sm:inline">{t('app.goLive')}</span>
    </ButtonLink>
    <ButtonLink
      to={paths.upload()}
      variant="secondary"
      size="sm"
      aria-label={t('app.upload')}
      className={`${ICON_ON_PHONE} max-[22rem]:hidden`}
    >
      <Upload className="size-4" />
      <span className="hidden sm:inline">{t('app.upload')}</span>
    </ButtonLink>
    <Link
      to={paths.following()}
      className="hidden h-9 items-center rounded-md px-3 text-sm font-medium text-soft hover:bg-raised hover:text-ink lg:flex"
    >
      {t('app.following')}
    </Link>
    <News />
    <AccountMenu username={username} />
  </>
);
