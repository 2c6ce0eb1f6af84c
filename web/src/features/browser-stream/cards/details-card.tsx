import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { RequiredNote } from '#web/ui/forms/field.tsx';
import { SaveButton } from '#web/ui/forms/save-button.tsx';
import { StreamFields } from '#web/ui/forms/stream-fields.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { WayField } from './way-field.tsx';
import type { Broadcast } from '../use-broadcast.ts';
import { LiveDot } from '#web/ui/badge.tsx';
import { ChannelAddress } from '#web/ui/channel-address.tsx';
import { sentLine } from '../broadcast-words.ts';
import type { BroadcastState } from '../broadcast.ts';
import { useElapsedS } from '../use-elapsed.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface DetailsCardProps {
  readonly broadcast: Pick<Broadcast, 'state' | 'details' | 'chooseWay'>;
  /** `/channel/{username}`. */
  readonly channelPath: string;
  /** The stored setting; the form may differ. */
  readonly keepsReplay: boolean;
  /** Settings that are saved at once. */
  readonly switches: ReactNode;
  /** Offers the details of the last stream. */
  readonly lastStream: ReactNode;
  readonly isSaving: boolean;
  /** Publishes the form's details while live. */
  readonly onSave: () => void;
}

/** "Stream Details": specification §2 (/go-live). */
export function DetailsCard(props: DetailsCardProps) {
  const { broadcast, channelPath, keepsReplay, switches, lastStream, isSaving, onSave } = props;
  const { state, details, chooseWay } = broadcast;
  const { form, change } = details;
  const { phase } = state;
  const isFixed = phase === 'starting' || phase === 'ending' || isSaving;
  return (
    <Card title={t('browserStream.detailsTitle')} description={t('streaming.detailsHint')} isCompact>
      <div className="space-y-5">
        {lastStream}
        <RequiredNote />
        {phase === 'live' && <LiveNotice channelPath={channelPath} {...state} />}
        <StreamFields
          {...details}
          missingHint={t('browserStream.missingInformationHint')}
          disabled={isFixed}
        />
        <Switch
          label={t('streaming.keepReplays')}
          note={t('streaming.keepReplaysHint')}
          checked={form.keepsReplay ?? keepsReplay}
          onChange={(keepsReplay) => change({ keepsReplay })}
          disabled={isFixed}
        />
        {switches}
        {phase !== 'live' && phase !== 'ending' && (
          <WayField state={state} chooseWay={chooseWay} disabled={isFixed} />
        )}
        {phase === 'live' && <SaveButton isChanged={details.isChanged} busy={isSaving} onSave={onSave} />}
        <Tips />
      </div>
    </Card>
  );
}

type LiveNoticeProps = Pick<DetailsCardProps, 'channelPath'> & Pick<BroadcastState, 'chunks' | 'startedAtMs'>;

/** The broadcast's address, and how much of it is uploaded: specification §2 (/go-live). */
const LiveNotice = ({ channelPath, chunks, startedAtMs }: LiveNoticeProps) => (
  <div data-live-notice className="rounded-md bg-success-dim p-4">
    <p className="flex items-center gap-2 text-sm font-semibold text-success">
      <LiveDot />
      {t('browserStream.liveAt')}
    </p>
    <ChannelAddress channelPath={channelPath} className="mt-1 justify-between text-base" />
    <p className="mt-1 text-sm text-soft tabular-nums">{sentLine(chunks, useElapsedS(startedAtMs))}</p>
  </div>
);

const TIPS = [
  t('browserStream.tipPosition'),
  t('browserStream.tipMicrophone'),
  t('browserStream.tipLight'),
  t('browserStream.tipStability'),
  t('browserStream.tipPage'),
];

function Tips() {
  return (
    <section aria-labelledby="tips" className="rounded-md border border-line p-4">
      <h3 id="tips" className="font-semibold">
        {t('browserStream.tips')}
      </h3>
      <ul className="mt-2 list-disc space-y-1.5 ps-5 text-sm text-soft marker:text-accent">
        {TIPS.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </section>
  );
}
