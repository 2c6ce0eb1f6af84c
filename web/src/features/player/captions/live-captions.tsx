import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { CaptionEvent } from '#shared/live/channel-events.ts';
import { escapeCueText, languageName } from '#shared/plain/captions/live-captions.ts';
import { captionsTopic } from '#shared/plain/topics.ts';
import { call } from '#web/lib/api/api.ts';
import { showPass } from '#web/lib/api/passes.ts';
import { language as page } from '#web/lib/i18n/messages.ts';
import type { LiveSteering } from '#web/lib/player-stage.ts';
import { opening } from '#web/lib/realtime/realtime.ts';
import { type Listener, shareTopics } from '#web/lib/realtime/topics.ts';
import { captionFeed, type PlacedCue } from './caption-feed.ts';
import { useCaptionSettings } from './caption-settings.ts';
import { type CaptionsPlace, CaptionsView } from './captions-view.tsx';

interface LiveCaptionsProps extends CaptionsPlace {
  readonly channelId: string;
  readonly streamId: string;
  readonly language: string;
  readonly live: LiveSteering;
}

/** The captions of a live broadcast over its picture, and their menu in the control bar. Nothing is loaded while they are off. */
export function LiveCaptions({ channelId, streamId, language, live, ...place }: LiveCaptionsProps) {
  const captions = useMemo(() => [{ language, label: languageName(language, page), url: '' }], [language]);
  const settings = useCaptionSettings(captions);
  const isOn = settings.chosen !== null;
  const { cues, hasFailed } = useLiveCues(channelId, streamId, live, isOn);
  return createPortal(<CaptionsView {...place} {...{ captions, settings, cues, hasFailed }} />, place.frame);
}

/** Short enough that a cue is within half a second of its picture. */
const UPDATE_MS = 200;

const NONE = { cues: [] as readonly PlacedCue[], hasFailed: false };

function useLiveCues(channelId: string, streamId: string, live: LiveSteering, isOn: boolean) {
  const [current, setCurrent] = useState(NONE);
  // Native players may have no dates; they are about where the broadcast is.
  const dateMs = useEffectEvent(() => live.playingDate()?.getTime() ?? Date.now());
  useEffect(() => {
    if (!isOn) return;
    const feed = captionFeed({
      fetchSlot: async (slot) => {
        const params = { stream_id: streamId, slot: String(slot) };
        return (await call('GET /browser-stream/{stream_id}/live/captions/{slot}', { params })).cues;
      },
      dateMs: () => dateMs(),
      clock: Date.now,
    });
    const unsubscribe = listenToCaptions(channelId, feed);
    const timer = setInterval(() => {
      const next = feed.update();
      setCurrent((before) => (isSame(before, next) ? before : next));
    }, UPDATE_MS);
    return () => {
      clearInterval(timer);
      unsubscribe();
      setCurrent(NONE);
    };
  }, [channelId, streamId, isOn]);
  const cues = useMemo(() => current.cues.map(toVttCue), [current]);
  return { cues, hasFailed: current.hasFailed };
}

const isSame = (one: typeof NONE, other: typeof NONE): boolean =>
  one.hasFailed === other.hasFailed &&
  one.cues.length === other.cues.length &&
  one.cues.every((cue, index) => cue === other.cues[index]);

const toVttCue = ({ startMs, endMs, text }: PlacedCue): VTTCue =>
  new VTTCue(startMs / 1000, endMs / 1000, escapeCueText(text));

const share = shareTopics();

function listenToCaptions(channelId: string, listener: Listener<CaptionEvent>): () => void {
  const topic = captionsTopic(channelId);
  const open = opening(topic, (show) => showPass('channel', channelId, show));
  return share(topic, open, listener as Listener<unknown>);
}
