import { ExternalLink, KeyRound, ShieldAlert } from 'lucide-react';
import type { StreamStatus } from '../../../../shared/live/streaming.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyField } from './copy-field.tsx';
import { EncoderStatus } from './encoder-status.tsx';
import { ObsGuide } from './obs-guide.tsx';

interface StreamCredentialsCardProps {
  readonly status: StreamStatus;
  readonly channelPath: string;
}

/** "Stream Credentials": specification §2 (/go-live-advanced). */
export function StreamCredentialsCard({ status, channelPath }: StreamCredentialsCardProps) {
  const { is_live, rtmp_url, stream_key, playback_url, ingest } = status;
  if (!is_live || rtmp_url === null || stream_key === null) return <NoCredentials />;
  return (
    <Card title="Stream Credentials" description="For OBS, or any other software that streams by RTMP.">
      <div className="space-y-5">
        <EncoderStatus ingest={ingest} />
        <CopyField label="RTMP Server URL" short="server address" value={rtmp_url} />
        <CopyField
          label="Stream Key"
          short="key"
          value={stream_key}
          secret
          note={
            <span className="flex items-center gap-1.5">
              <ShieldAlert className="size-4 shrink-0" />
              Keep this private! Don&apos;t share your stream key.
            </span>
          }
        />
        <ObsGuide />
        <CopyField
          label="Stream health as a dock"
          short="dock address"
          value={`${location.origin}${paths.goLiveAdvanced()}/dock`}
          note="In OBS open Docks → Custom Browser Docks…, and paste it with a name. Log in there once."
        />
        {playback_url && (
          <ButtonLink to={channelPath} variant="secondary" size="lg" className="w-full">
            <ExternalLink className="size-4" />
            View Your Channel
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

function NoCredentials() {
  return (
    <Card title="Stream Credentials">
      <div className="flex flex-col items-center rounded-md border border-dashed border-line px-4 py-12 text-center">
        <KeyRound className="mb-3 size-8 text-accent" />
        <p className="text-soft">Create a stream to get your credentials</p>
      </div>
    </Card>
  );
}
