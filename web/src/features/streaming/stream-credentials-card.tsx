import { ExternalLink, KeyRound, ShieldAlert } from 'lucide-react';
import type { Ingest } from '../../../../shared/channels/streamers.ts';
import type { StreamStatus } from '../../../../shared/live/streaming.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FanMark } from '../../ui/fan-mark.tsx';
import { CopyField } from './copy-field.tsx';

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

/** Whether the encoder is connected; announced when that changes. */
function EncoderStatus({ ingest }: { readonly ingest: Ingest | null }) {
  const isReceiving = ingest === 'receiving';
  return (
    <div
      role="status"
      data-ingest={ingest ?? undefined}
      className={`flex items-center gap-3 rounded-md p-3 ${isReceiving ? 'bg-success-dim' : 'bg-raised'}`}
    >
      <FanMark
        spinning={isReceiving}
        className={`size-6 shrink-0 ${isReceiving ? 'text-success' : 'text-soft'}`}
      />
      <div className="min-w-0">
        <p className={`text-sm font-semibold ${isReceiving ? 'text-success' : ''}`}>
          {isReceiving ? 'Encoder connected' : 'Waiting for your encoder'}
        </p>
        <p className="text-sm text-soft">
          {isReceiving
            ? 'Your picture is on the air.'
            : 'Start streaming in your software; this changes by itself.'}
        </p>
      </div>
    </div>
  );
}

const Setting = ({ children }: { readonly children: string }) => (
  <b className="font-semibold text-ink">{children}</b>
);

/** Specification §2 (/go-live-advanced, quick setup guide). */
function ObsGuide() {
  return (
    <section aria-labelledby="obs-guide" className="rounded-md border border-line p-4">
      <h3 id="obs-guide" className="font-semibold">
        Quick setup guide for OBS
      </h3>
      <ol className="mt-3 list-decimal space-y-2 pl-5 text-sm text-soft marker:text-soft">
        <li>
          In OBS open <Setting>Settings</Setting> → <Setting>Stream</Setting> and choose the service{' '}
          <Setting>Custom…</Setting>
        </li>
        <li>
          Paste the RTMP Server URL into <Setting>Server</Setting> and the Stream Key into{' '}
          <Setting>Stream Key</Setting>.
        </li>
        <li>
          Under <Setting>Output</Setting> choose the video encoder <Setting>x264</Setting> (or another H.264
          one), audio <Setting>AAC</Setting>, and a keyframe interval of <Setting>1–2 s</Setting>: the key
          counts on it, and with a longer one viewers may see the picture stop.
        </li>
        <li>
          Press <Setting>Start Streaming</Setting>. Your channel shows the picture a few seconds later.
        </li>
      </ol>
    </section>
  );
}
