import { useEffect, useEffectEvent, useState } from 'react';
import { useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { language as page, t } from '#web/lib/i18n/messages.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import type { Broadcast } from '../use-broadcast.ts';
import { captionSpeech, type SpeechStatus } from './caption-speech.ts';
import { localRecognition, recognizedLanguages } from './speech-api.ts';

interface CaptionsCardProps {
  readonly username: string;
  /** `null`: another page broadcasts. */
  readonly broadcast: Pick<Broadcast, 'state' | 'sound'> | null;
}

/** While live: captions of what the streamer says, where the browser recognizes speech on this device, or typed ones. */
export const CaptionsCard = ({ username, broadcast }: CaptionsCardProps) => (
  <Card title={t('spokenCaptions.title')} isCompact>
    <div className="flex flex-col gap-4">
      {broadcast && localRecognition() && <SpokenCaptions {...broadcast} />}
      <p className="text-sm text-soft">
        {rich('spokenCaptions.type', {
          link: (text) => (
            <TextLink to={paths.typeCaptions(username)} target="_blank" rel="noopener">
              {text}
            </TextLink>
          ),
        })}
      </p>
    </div>
  </Card>
);

function SpokenCaptions({ state: { streamId, clockZeroMs }, sound }: Pick<Broadcast, 'state' | 'sound'>) {
  const [remembered, remember] = useSetting('captions.spoken');
  const [isOn, setOn] = useState(remembered !== null);
  const [status, setStatus] = useState<SpeechStatus | null>(null);
  const turn = (next: boolean) => {
    setOn(next);
    if (!next) remember(null);
  };
  const show = useEffectEvent((next: SpeechStatus) => {
    setStatus(next);
    // Only once it has worked, because a browser may crash when it is asked (see `recognizedLanguages`).
    if (next.is === 'listening') remember('on');
    if (next.is === 'failed') turn(false);
  });
  const { languages, language, choose } = useLanguage(isOn, () =>
    show({ is: 'failed', why: t('spokenCaptions.noSpeech') }),
  );
  const zeroMs = useEffectEvent(() => clockZeroMs);
  useEffect(() => {
    if (!isOn || language === null || streamId === null) return;
    return captionSpeech({ streamId, language, sound, clockZeroMs: () => zeroMs() }, (next) => show(next));
  }, [isOn, language, streamId, sound]);
  return (
    <>
      <Switch
        label={t('spokenCaptions.switch')}
        note={t('spokenCaptions.hint')}
        checked={isOn}
        onChange={(next) => {
          setStatus(null);
          turn(next);
        }}
      />
      {language !== null && (
        <SelectField
          label={t('liveCaptions.language')}
          options={languages}
          value={language}
          onChange={({ target }) => choose(target.value)}
        />
      )}
      <Status status={status} />
    </>
  );
}

/** The chosen one of those that this device recognizes; `null` until it is asked, and where there are none. */
function useLanguage(isAsked: boolean, onNone: () => void) {
  const [languages, setLanguages] = useState<Awaited<ReturnType<typeof recognizedLanguages>>>([]);
  const [setting, choose] = useSetting('captions.spokenLanguage');
  const receive = useEffectEvent((found: typeof languages) => {
    setLanguages(found);
    if (found.length === 0) onNone();
  });
  useEffect(() => {
    if (isAsked) void recognizedLanguages().then((found) => receive(found));
  }, [isAsked]);
  const wanted = [setting, page].map((tag) => languages.find(({ value }) => value === tag));
  const language = (wanted[0] ?? wanted[1] ?? languages[0])?.value ?? null;
  return { languages, language, choose };
}

const Status = ({ status }: { readonly status: SpeechStatus | null }) => (
  <p
    role="status"
    className={`text-sm empty:hidden ${status && 'why' in status ? 'text-danger' : 'text-soft'}`}
  >
    {status && ('why' in status ? status.why : STATUS_TEXTS[status.is])}
  </p>
);

const STATUS_TEXTS = {
  installing: t('spokenCaptions.installing'),
  listening: t('spokenCaptions.listening'),
};
