import { Copy } from 'lucide-react';
import { IconButton } from './button.tsx';
import { TextLink } from './links/links.tsx';
import { copy } from './overlays/copy-and-share.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface ChannelAddressProps {
  readonly channelPath: string;
  readonly className?: string;
}

/** The channel's address, to open or copy. */
export function ChannelAddress({ channelPath, className = '' }: ChannelAddressProps) {
  const address = new URL(channelPath, window.location.origin);
  return (
    <div className={`flex items-center gap-1 text-sm ${className}`}>
      <TextLink
        to={channelPath}
        target="_blank"
        rel="noopener"
        className="min-w-0 rounded-sm font-medium wrap-anywhere text-accent hover:underline"
      >
        <bdi dir="ltr">{address.host + address.pathname}</bdi>
        <span className="sr-only"> {t('common.opensInNewTab')}</span>
      </TextLink>
      <IconButton label={t('common.copyLink')} onClick={() => void copy(address.href)}>
        <Copy className="size-4" />
      </IconButton>
    </div>
  );
}
