import type { ReactNode } from 'react';
import { ExternalLink, KeyRound, ShieldAlert } from 'lucide-react';
import type { StreamStatus } from '#shared/live/streaming.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmedButton } from '#web/ui/confirmed-button.tsx';
import { CopyField } from '#web/ui/overlays/copy-field.tsx';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface StreamCredentialsCardProps {
  readonly status: StreamStatus;
  readonly onResetKey: () => void;
  readonly isResetting: boolean;
  readonly channelPath: string;
}

/** "Stream Credentials": specification §2 (/go-live-advanced). */
export function StreamCredentialsCard(props: StreamCredentialsCardProps) {
  const { status, onResetKey, isResetting, channelPath } = props;
  const { is_live, rtmp_url, stream_key, playback_url } = status;
  if (!is_live || rtmp_url === null || stream_key === null)
    return <NoCredentials isRevoked={status.key_revoked_at !== undefined} />;
  return (
    <Card title={t('streaming.credentialsTitle')} description={t('streaming.credentialsHint')}>
      <div className="space-y-5">
        <CopyField label={t('streaming.serverUrl')} what="server" value={rtmp_url} />
        <CopyField
          label={t('streaming.streamKey')}
          what="key"
          value={stream_key}
          secret
          note={
            <span className="flex items-center gap-1.5">
              <ShieldAlert className="size-4 shrink-0" />
              {t('streaming.streamKeyWarning')}
            </span>
          }
        />
        <div className="flex flex-wrap justify-end gap-3">
          <ConfirmedButton
            key={stream_key}
            label={t('streaming.resetKey')}
            confirmation={t('streaming.resetKeyConfirm')}
            onConfirm={onResetKey}
            busy={isResetting}
            size="sm"
          />
        </div>
        <ObsGuide />
        <CopyField
          label={t('streaming.dockAddress')}
          what="dock"
          value={`${location.origin}${paths.goLiveAdvanced()}/dock`}
          note={t('streaming.dockAddressHint')}
        />
        {playback_url && (
          <ButtonLink to={channelPath} variant="secondary" size="lg" className="w-full">
            <ExternalLink className="rtl:-scale-x-100 size-4" />
            {t('streaming.viewChannel')}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

function NoCredentials({ isRevoked }: { readonly isRevoked: boolean }) {
  return (
    <Card title={t('streaming.credentialsTitle')}>
      <div className="flex flex-col items-center rounded-md border border-dashed border-line px-4 py-12 text-center">
        <KeyRound className="mb-3 size-8 text-accent" />
        <p className="text-soft">{isRevoked ? t('streaming.keyRevoked') : t('streaming.noCredentials')}</p>
      </div>
    </Card>
  );
}

const Setting = ({ children }: { readonly children: ReactNode }) => (
  <b className="font-semibold text-ink">{children}</b>
);

/** Specification §2 (/go-live-advanced, quick setup guide). */
function ObsGuide() {
  return (
    <section aria-labelledby="obs-guide" className="rounded-md border border-line p-4">
      <h3 id="obs-guide" className="font-semibold">
        {t('streaming.obsGuide')}
      </h3>
      <ol className="mt-3 list-decimal space-y-2 ps-5 text-sm text-soft marker:text-soft">
        <li>
          {rich('streaming.obsGuideService', {
            setting: (text) => <Setting>{text}</Setting>,
            setting2: (text) => <Setting>{text}</Setting>,
            setting3: (text) => <Setting>{text}</Setting>,
          })}
        </li>
        <li>
          {rich('streaming.obsGuideKey', {
            setting: (text) => <Setting>{text}</Setting>,
            setting2: (text) => <Setting>{text}</Setting>,
          })}
        </li>
        <li>
          {rich('streaming.obsGuideOutput', {
            setting: (text) => <Setting>{text}</Setting>,
            setting2: (text) => <Setting>{text}</Setting>,
            setting3: (text) => <Setting>{text}</Setting>,
            setting4: (text) => <Setting>{text}</Setting>,
          })}
        </li>
        <li>{rich('streaming.obsGuideStart', { setting: (text) => <Setting>{text}</Setting> })}</li>
      </ol>
    </section>
  );
}
