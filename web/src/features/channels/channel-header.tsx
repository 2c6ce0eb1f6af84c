import { Code, Eye, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from '#web/ui/links/link.tsx';
import type { Channel } from '#shared/channels/channels.ts';
import { paths } from '#web/lib/paths.ts';
import { viewersText } from '#web/lib/i18n/counts.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { LiveBadge, TagList } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { share } from '#web/ui/overlays/copy-and-share.ts';
import { categoryName } from '#web/lib/i18n/category-names.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface ChannelHeaderProps {
  readonly channel: Channel;
  readonly children?: ReactNode;
}

export function ChannelHeader({ channel, children }: ChannelHeaderProps) {
  const { avatar, username, tags } = channel;
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-4">
      <Avatar name={username} src={avatar} className="size-14 text-xl sm:size-16" />
      <div className="min-w-0 flex-1 basis-56">
        <h1 dir="auto" className="text-xl font-bold">
          {channel.title || channel.display_name}
        </h1>
        <Facts channel={channel} />
        <TagList tags={tags} className="mt-3" />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {children}
        <ShareButton channel={channel} />
        <EmbedChannel channel={channel} />
      </div>
    </header>
  );
}

function Facts({ channel }: { readonly channel: Channel }) {
  const { title, display_name, game, is_live, viewers } = channel;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
      {is_live && <LiveBadge />}
      {title && (
        <span dir="auto" className="font-semibold text-ink">
          {display_name}
        </span>
      )}
      {game && (
        <Link to={paths.category(game)} className="rounded-sm text-accent hover:underline">
          {categoryName(game)}
        </Link>
      )}
      {is_live && viewers !== undefined && <Viewers count={viewers} />}
    </p>
  );
}

function Viewers({ count }: { readonly count: number }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-medium whitespace-nowrap text-ink tabular-nums">
      <Eye className="size-4 text-live" />
      {viewersText(count)}
    </span>
  );
}

function ShareButton({ channel }: { readonly channel: Channel }) {
  const url = () => new URL(paths.channel(channel.username), location.origin).href;
  return (
    <IconButton
      label={t('common.share')}
      variant="secondary"
      onClick={() => void share({ title: channel.title || channel.display_name, url: url() })}
    >
      <Share2 className="size-5" />
    </IconButton>
  );
}

const EmbedDialog = overlayOnDemand(() => import('./embed-dialog.tsx'), 'EmbedDialog');

/** Offers the embed code. Hidden on phones, where the row is full. */
function EmbedChannel({ channel }: { readonly channel: Channel }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className="max-sm:hidden">
      <IconButton label={t('channel.embed')} variant="secondary" onClick={() => setIsOpen(true)}>
        <Code className="size-5" />
      </IconButton>
      {isOpen && <EmbedDialog channel={channel} onClose={() => setIsOpen(false)} />}
    </span>
  );
}
