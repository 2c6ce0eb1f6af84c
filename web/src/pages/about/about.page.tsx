import { paths } from '#web/lib/paths.ts';
import {
  CHAT_MESSAGE_MAX_LENGTH,
  MAX_BROADCAST_MS,
  MAX_FOLLOWS,
  MAX_TAGS,
  MAX_UPLOAD_BYTES,
} from '#shared/limits.ts';
import { HOUR_MS } from '#shared/plain/time.ts';
import { formatBytes } from '#web/lib/i18n/numbers.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { PageText } from '#web/ui/page-text.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

const BROADCAST_HOURS = MAX_BROADCAST_MS / HOUR_MS;

export function AboutPage() {
  useDocumentTitle(t('about.documentTitle'));
  return (
    <PageText title={t('about.title')}>
      <p>{t('about.intro')}</p>
      <h2>{t('about.watch')}</h2>
      <p>
        {rich('about.watchText', {
          link: (text) => <TextLink to={paths.browse()}>{text}</TextLink>,
        })}
      </p>
      <h2>{t('about.goLive')}</h2>
      <ul>
        <li>
          {rich('about.goLiveCamera', {
            link: (text) => <TextLink to={paths.goLive()}>{text}</TextLink>,
          })}
        </li>
        <li>
          {rich('about.goLiveSoftware', {
            link: (text) => <TextLink to={paths.goLiveAdvanced()}>{text}</TextLink>,
          })}
        </li>
        <li>
          {rich('about.goLiveUpload', {
            link: (text) => <TextLink to={paths.upload()}>{text}</TextLink>,
          })}
        </li>
      </ul>
      <p>{t('about.replays')}</p>
      <h2>{t('about.limits')}</h2>
      <ul>
        <li>{t('about.videoLimit', { size: formatBytes(MAX_UPLOAD_BYTES) })}</li>
        <li>{t('about.broadcastLimit', { count: BROADCAST_HOURS })}</li>
        <li>
          {t('about.otherLimits', {
            maxTags: MAX_TAGS,
            maxCharacters: CHAT_MESSAGE_MAX_LENGTH,
            maxFollows: MAX_FOLLOWS,
          })}
        </li>
      </ul>
    </PageText>
  );
}
