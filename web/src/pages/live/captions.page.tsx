import { useQuery } from '@tanstack/react-query';
import { Captions, Lock } from 'lucide-react';
import { type FormEvent, useCallback, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { Channel } from '#shared/channels/channels.ts';
import { LIVE_CUE_MAX_LENGTH } from '#shared/plain/captions/live-captions.ts';
import { ChannelMissing } from '#web/features/channels/channel-missing.tsx';
import { roomQuery } from '#web/features/chat/rooms.queries.ts';
import { Player } from '#web/features/player/live/player.tsx';
import { useLiveChannel } from '#web/features/channels/use-live-channel.ts';
import { cameraStreamId } from '#web/lib/media/camera-stream.ts';
import { isNotFound } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle, useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { language as page, t } from '#web/lib/i18n/messages.ts';
import { spokenLanguages } from '#web/lib/i18n/spoken-languages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { LogInState } from '../library/log-in-state.tsx';
import { latestCaptionsQuery } from './latest-captions.queries.ts';
import { CaptionsSwitch, LatestCaptions, UnsentLines } from './latest-captions.tsx';
import { useCaptions } from './use-captions.ts';

/** /captions/{username}: the streamer and moderators type captions of a live camera broadcast. */
export function CaptionsPage() {
  const { username = '' } = useParams();
  const { query } = useLiveChannel(username);
  useDocumentTitle(t('liveCaptions.title'));
  const user = useSession()?.user;
  if (isNotFound(query.error)) return <ChannelMissing username={username} />;
  return (
    <div className="mx-auto max-w-6xl">
      <h1 className="mb-4 text-2xl font-bold">{t('liveCaptions.title')}</h1>
      {user ? (
        <Loaded query={query} failure={t('channel.loadFailed')}>
          {(channel) => <ForTypists key={channel.id} channel={channel} />}
        </Loaded>
      ) : (
        <LogInState icon={<Captions className="size-7" />} title={t('liveCaptions.logIn')}>
          {t('liveCaptions.notAllowed')}
        </LogInState>
      )}
    </div>
  );
}

function ForTypists({ channel }: { readonly channel: Channel }) {
  const room = useQuery(roomQuery(channel.id));
  const user = useSession()?.user;
  return (
    <Loaded query={room} failure={t('channel.loadFailed')}>
      {({ moderators }) =>
        user && (user.id === channel.id || moderators.includes(user.username)) ? (
          <Typing channel={channel} />
        ) : (
          <EmptyState icon={<Lock className="size-7" />} title={t('liveCaptions.notYours')}>
            {t('liveCaptions.notAllowed')}
          </EmptyState>
        )
      }
    </Loaded>
  );
}

/** Viewers are about so far behind, where the player has no date. */
const DELAY_MS = 2300;

function Typing({ channel }: { readonly channel: Channel }) {
  const { is_live, display_name, captions_language } = channel;
  const streamId = is_live ? cameraStreamId(channel) : undefined;
  const playing = useRef<() => Date | null>(() => null);
  const setDate = useCallback((getDate: () => Date | null) => {
    playing.current = getDate;
  }, []);
  const captions = useCaptions(streamId, () => playing.current()?.getTime() ?? Date.now() - DELAY_MS);
  const [chosen, choose] = useSetting('captions.typed');
  const language = chosen ?? captions_language ?? page;
  const latest = useQuery({ ...latestCaptionsQuery(streamId ?? ''), enabled: streamId !== undefined });
  const unsent = captions.lines.filter(({ id }) => !latest.data?.cues.some((cue) => cue.id === id));
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Player channel={channel} onPlayingDate={setDate} />
      <div className="flex min-w-0 flex-col gap-4">
        {streamId === undefined && (
          <p role="status" className="text-soft">
            {t('liveCaptions.notLive', { displayName: display_name })}
          </p>
        )}
        <SelectField
          label={t('liveCaptions.language')}
          options={spokenLanguages()}
          value={language}
          onChange={({ target }) => choose(target.value)}
        />
        <LineForm
          language={language}
          isDisabled={streamId === undefined || latest.data?.is_on === false}
          onBegin={captions.begin}
          onEmpty={captions.discard}
          onLine={(text) => captions.add(text, language)}
        />
        <UnsentLines lines={unsent} onSendAgain={captions.sendAgain} />
        {streamId !== undefined && (
          <Loaded query={latest} failure={t('captionEditor.loadFailed')} isInCard>
            {({ is_on, cues }) => (
              <>
                <CaptionsSwitch streamId={streamId} isOn={is_on} />
                <LatestCaptions {...{ streamId, cues }} />
              </>
            )}
          </Loaded>
        )}
      </div>
    </div>
  );
}

interface LineFormProps {
  readonly language: string;
  readonly isDisabled: boolean;
  readonly onBegin: () => void;
  readonly onEmpty: () => void;
  readonly onLine: (text: string) => void;
}

function LineForm({ language, isDisabled, onBegin, onEmpty, onLine }: LineFormProps) {
  const [text, setText] = useKept('captionLine', () => '');
  const change = (next: string) => {
    setText(next);
    if (next.trim() === '') onEmpty();
    else onBegin();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onLine(text.trim());
    setText('');
  };
  return (
    <form onSubmit={submit} className="flex items-start gap-3">
      <TextField
        className="min-w-0 grow"
        label={t('liveCaptions.line')}
        hint={t('liveCaptions.hint')}
        lang={language}
        value={text}
        onChange={({ target }) => change(target.value)}
        maxLength={LIVE_CUE_MAX_LENGTH}
        autoComplete="off"
        disabled={isDisabled}
      />
      <Button type="submit" size="field" className="mt-6.5" disabled={isDisabled || text.trim() === ''}>
        {t('liveCaptions.send')}
      </Button>
    </form>
  );
}
