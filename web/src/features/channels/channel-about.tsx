import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Channel, ProfileLink } from '#shared/channels/channels.ts';
import { formatCount } from '#web/lib/i18n/counts.ts';
import { Card } from '#web/ui/card.tsx';
import { LinkedText } from '#web/ui/links/linked-text.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface ChannelAboutProps {
  readonly channel: Channel;
  readonly planned: ReactNode;
}

export function ChannelAbout({ channel, planned }: ChannelAboutProps) {
  const { description, display_name, schedule, links = [], followers, viewers, is_live } = channel;
  return (
    // Beside a chat, the available width is less than the screen's.
    <div className="@container">
      <div className="grid items-start gap-4 @xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card title={t('channel.about')}>
          {description ? (
            <Words text={description} />
          ) : (
            <p className="text-soft">{t('channel.aboutEmpty', { displayName: display_name })}</p>
          )}
          {links.length > 0 && <Links links={links} />}
          <dl className="mt-5 flex flex-wrap gap-x-8 gap-y-3 border-t border-line pt-4">
            <Count label={t('channel.followers', { count: followers })} count={followers} />
            {is_live && viewers !== undefined && (
              <Count label={t('channel.viewers', { count: viewers })} count={viewers} />
            )}
          </dl>
        </Card>
        <Card title={t('channel.schedule')}>
          {schedule && <Words text={schedule} />}
          {planned}
        </Card>
      </div>
    </div>
  );
}

const Words = ({ text }: { readonly text: string }) => (
  <p dir="auto" className="whitespace-pre-line">
    <LinkedText text={text} />
  </p>
);

function Links({ links }: { readonly links: readonly ProfileLink[] }) {
  return (
    <ul aria-label={t('channel.links')} className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
      {links.map(({ url, host }) => (
        <li key={url} className="min-w-0">
          <a
            href={url}
            title={url}
            target="_blank"
            rel="nofollow ugc noopener noreferrer"
            className="flex items-center gap-1.5 rounded-sm text-sm text-accent hover:underline pointer-coarse:min-h-11"
          >
            <Link2 className="size-4 shrink-0" />
            {/* The whole host, since its end says whose it is; a path may be cut. */}
            <bdi dir="ltr" className="flex min-w-0">
              <span className="max-w-full shrink-0 wrap-anywhere">{host}</span>
              <span className="line-clamp-1 break-all text-soft">{pathIn(url)}</span>
            </bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The address after its host; nothing of a site's first page. */
const pathIn = (url: string): string => url.slice(new URL(url).origin.length).replace(/^\/$/, '');

function Count({ label, count }: { readonly label: string; readonly count: number }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-1.5">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="font-semibold tabular-nums">{formatCount(count)}</dd>
    </div>
  );
}
