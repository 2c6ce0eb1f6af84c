/** The logic of /go-live: specification §3 (Browser stream start payload), §4 (Browser broadcast), §5 and §8. */
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { Way } from '#shared/live/browser-stream.ts';
import { useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { onLeave } from '#web/lib/on-leave.ts';
import { toast } from '#web/ui/overlays/toast.tsx';
import { capWords } from '#web/ui/states/cap-notice.tsx';
import { explainsEnd, toastFor } from './broadcast-words.ts';
import type { BroadcastEvent, BroadcastSetup, CameraProblem } from './broadcast.ts';
import { broadcasterOf } from './broadcaster/broadcaster.current.ts';
import { rememberReceipt } from './receipt/receipt.ts';
import { WAY_SETTING, wayOf } from './way.ts';

export interface BroadcastForm {
  readonly title: string;
  /** Empty if none is chosen. */
  readonly category: string;
  readonly tags: readonly string[];
  /** Omitted: the stored setting applies. */
  readonly keepsReplay?: boolean;
}

export const EMPTY_BROADCAST: BroadcastForm = { title: '', category: '', tags: [] };

/** The request body, or `null` if title or category is missing (§5). */
export function setupOf(form: BroadcastForm): BroadcastSetup | null {
  const { category, tags, keepsReplay } = form;
  const title = form.title.trim();
  const keep = keepsReplay === undefined ? {} : { keep_replay: keepsReplay };
  return title && category ? { title, category, tags: [...tags], ...keep } : null;
}

const differs = (form: BroadcastForm, saved: BroadcastForm): boolean =>
  JSON.stringify(setupOf(form)) !== JSON.stringify(setupOf(saved));

export type Broadcast = ReturnType<typeof useBroadcast>;

/** State and actions of a user's broadcast. Calls `onEnded` after the broadcast, when the camera is off. */
export function useBroadcast(userId: string, onEnded: () => void, continuesAtOnce: () => boolean) {
  const broadcaster = broadcasterOf(userId);
  const state = useSyncExternalStore(broadcaster.subscribe, broadcaster.state);
  const [form, setForm] = useKept('broadcast', () => EMPTY_BROADCAST);
  /** The form as it was last published. */
  const [saved, setSaved] = useState(EMPTY_BROADCAST);
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  /** Why the site refuses broadcasts, if that lasts longer than a toast. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const [misses, setMisses] = useState(0);
  const [recoveredId, setRecoveredId] = useState<string | null>(null);

  /** Stored at the start, so that there is a receipt even if the user leaves before the end. */
  const keepReceipt = () => {
    const { streamId } = broadcaster.state();
    if (streamId !== null) rememberReceipt(userId, streamId);
  };
  const isEndExplained = useRef(false);
  const handleEvent = useEffectEvent((event: BroadcastEvent) => {
    const capped = event.kind === 'start-failed' ? capWords(event.error) : null;
    setRefusal(capped);
    if (capped !== null) return;
    // The toast that explains the end must not be replaced by "Stream Ended"; the receipt has the count.
    if (event.kind !== 'ended' || !isEndExplained.current) toast(toastFor(event));
    const isOnAir = event.kind === 'live' || event.kind === 'continued';
    isEndExplained.current = !isOnAir && (isEndExplained.current || explainsEnd(event));
    if (event.kind === 'camera-failed') setProblem(event.problem);
    if (isOnAir) keepReceipt();
    if (event.kind === 'recovered') setRecoveredId(event.receipt?.stream_id ?? null);
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

  const startCamera = () => {
    setProblem(null);
    void broadcaster.startCamera();
  };
  /** The form's request body; `null` if title or category is missing, which the fields say. */
  const readForm = () => {
    const setup = setupOf(form);
    setMisses(setup ? 0 : misses + 1);
    return setup;
  };
  const goLive = () => {
    const setup = readForm();
    if (!setup) return;
    setSaved(form);
    setRefusal(null);
    void broadcaster.goLive(setup);
  };

  return {
    state,
    form,
    setForm,
    readForm,
    isChanged: state.phase === 'live' && differs(form, saved),
    markSaved: () => setSaved(form),
    /** Fills in what is published already. */
    restore: (published: BroadcastForm) => {
      setForm(published);
      setSaved(published);
    },
    problem,
    refusal,
    /** Counts attempts without title or category. */
    misses,
    /** Id of the earlier broadcast whose upload was finished here. */
    recoveredId,
    forgetRecovered: () => setRecoveredId(null),
    level: broadcaster.level,
    sound: broadcaster.sound,
    setMuted: broadcaster.setMuted,
    startCamera,
    canShareScreen: broadcaster.canShareScreen(),
    startScreen: (): void => {
      setProblem(null);
      void broadcaster.startScreen();
    },
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
    continueInterrupted: (): void => {
      setProblem(null);
      void broadcaster.continueInterrupted();
    },
    endInterrupted: () => void broadcaster.endInterrupted(),
    finishUnfinished: () => void broadcaster.finishUnfinished(),
    dropUnfinished: () => void broadcaster.dropUnfinished(),
    /** Whether navigation would end the broadcast; called at that moment. */
    isOnAir: () => ['starting', 'live'].includes(broadcaster.state().phase),
  };
}
