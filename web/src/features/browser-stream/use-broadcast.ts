/** The logic of /go-live: specification §3 (Browser stream start payload), §4 (Browser broadcast), §5 and §8. */
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { Way } from '#shared/live/browser-stream.ts';
import { useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { NO_DETAILS, type StreamDetails, useStreamDetails } from '#web/lib/hooks/use-stream-details.ts';
import { onLeave } from '#web/lib/navigation/on-leave.ts';
import { toast } from '#web/ui/overlays/toast.tsx';
import { capWords } from '#web/ui/states/cap-notice.tsx';
import { explainsEnd, toastFor } from './broadcast-words.ts';
import type { BroadcastEvent } from './broadcast.ts';
import { broadcasterOf } from './broadcaster/broadcaster-of-user.ts';
import { rememberReceipt } from './receipt/receipt.ts';
import { WAY_SETTING, wayOf } from './way.ts';

export type Broadcast = ReturnType<typeof useBroadcast>;

/** State and actions of a user's broadcast. Calls `onEnded` after the broadcast, when the camera is off. */
export function useBroadcast(userId: string, onEnded: () => void, continuesAtOnce: () => boolean) {
  const broadcaster = broadcasterOf(userId);
  const state = useSyncExternalStore(broadcaster.subscribe, broadcaster.state);
  const [published, setPublished] = useState(NO_DETAILS);
  const details = useStreamDetails('broadcast', published);

  /** Stored at the start, so that there is a receipt even if the user leaves before the end. */
  const keepReceipt = () => {
    const { streamId } = broadcaster.state();
    if (streamId !== null) rememberReceipt(userId, streamId);
  };
  const isEndExplained = useRef(false);
  const handleEvent = useEffectEvent((event: BroadcastEvent) => {
    // The page has a notice for it.
    if (event.kind === 'start-failed' && capWords(event.error) !== null) return;
    // The toast that explains the end must not be replaced by "Stream Ended"; the receipt has the count.
    if (event.kind !== 'ended' || !isEndExplained.current) toast(toastFor(event));
    const isOnAir = event.kind === 'live' || event.kind === 'continued';
    isEndExplained.current = !isOnAir && (isEndExplained.current || explainsEnd(event));
    if (isOnAir) keepReceipt();
    if (event.kind === 'ended') onEnded();
  });
  const [rememberedWay, rememberWay] = useSetting(WAY_SETTING);
  useEffect(() => broadcaster.onEvent(handleEvent), [broadcaster]);
  useEffect(() => broadcaster.chooseWay(wayOf(rememberedWay)), [broadcaster, rememberedWay]);
  // An error that replaces this screen must not end the broadcast; navigation does.
  useEffect(() => {
    broadcaster.open();
    onLeave(window.location.pathname, broadcaster.release);
  }, [broadcaster]);

  const isInterrupted = state.interrupted !== null;
  const continueUnasked = useEffectEvent(() => {
    if (continuesAtOnce()) void broadcaster.continueInterrupted();
  });
  useEffect(() => {
    if (isInterrupted) continueUnasked();
  }, [isInterrupted]);

  const publish = (form: StreamDetails): void => {
    setPublished(form);
    // As typed, so that it is kept at the end of a session.
    details.change(form);
  };
  const goLive = () => {
    const setup = details.readForm();
    if (!setup) return;
    const { game: category, ...rest } = setup;
    publish(details.form);
    void broadcaster.goLive({ ...rest, category });
  };

  return {
    state,
    details,
    /** These details are on the channel now. */
    publish,
    /** Why the site refuses broadcasts, if that lasts longer than a toast. */
    refusal: capWords(state.startError),
    forgetRecovered: broadcaster.forgetRecovered,
    level: broadcaster.level,
    sound: broadcaster.sound,
    setMuted: broadcaster.setMuted,
    startCamera: (): void => void broadcaster.startCamera(),
    canShareScreen: broadcaster.canShareScreen(),
    startScreen: (): void => void broadcaster.startScreen(),
    shareScreen: (): void => void broadcaster.shareScreen(),
    stopScreen: broadcaster.stopScreen,
    arrangeScreen: broadcaster.arrangeScreen,
    setScreenMuted: broadcaster.setScreenMuted,
    screenLevel: broadcaster.screenLevel,
    chooseWay: (way: Way) => rememberWay(way),
    goLive,
    chooseCamera: (id: string) => void broadcaster.chooseCamera(id),
    chooseMicrophone: (id: string) => void broadcaster.chooseMicrophone(id),
    cancel: broadcaster.release,
    end: (): void => void broadcaster.endStream(),
    stopWaiting: broadcaster.stopWaiting,
    continueInterrupted: (): void => void broadcaster.continueInterrupted(),
    endInterrupted: () => void broadcaster.endInterrupted(),
    finishUnfinished: () => void broadcaster.finishUnfinished(),
    dropUnfinished: () => void broadcaster.dropUnfinished(),
    /** Whether navigation would end the broadcast; called at that moment. */
    isOnAir: () => ['starting', 'live'].includes(broadcaster.state().phase),
  };
}
