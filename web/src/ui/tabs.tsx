import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { ARROW_BACK, ARROW_FORWARD } from '#web/lib/i18n/direction.ts';
import { scrollRowTo } from './scroll-row.ts';

interface Tab<K extends string> {
  readonly key: K;
  readonly label: string;
  readonly panel: ReactNode;
}

interface TabsProps<K extends string> {
  /** Names the tabs for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab<K>[];
  readonly open: K;
  readonly onOpen: (key: K) => void;
}

/** Tabs (ARIA Authoring Practices). A wide row scrolls to the open tab. */
export function Tabs<K extends string>({ label, tabs, open, onOpen }: TabsProps<K>) {
  const id = useId();
  const tabId = (key: K) => `${id}-tab-${key}`;
  const visible = tabs.findIndex(({ key }) => key === open);

  const openId = tabId(open);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = document.getElementById(openId);
    if (row.current && tab) scrollRowTo(row.current, tab);
  }, [openId]);

  // From the focused tab, because the open one may lag behind fast keys.
  const moveByKey = (event: KeyboardEvent, from: number) => {
    const step = { [ARROW_FORWARD]: 1, [ARROW_BACK]: -1 }[event.key];
    if (step === undefined) return;
    const next = tabs[(from + step + tabs.length) % tabs.length];
    if (!next) return;
    onOpen(next.key);
    document.getElementById(tabId(next.key))?.focus();
  };

  return (
    <>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        className="relative flex gap-6 overflow-x-auto border-b border-line"
      >
        {tabs.map(({ key, label: name }, at) => (
          <button
            key={key}
            id={tabId(key)}
            type="button"
            role="tab"
            aria-selected={key === open}
            aria-controls={`${id}-panel`}
            tabIndex={key === open ? 0 : -1}
            onClick={() => onOpen(key)}
            onKeyDown={(event) => moveByKey(event, at)}
            className="h-11 shrink-0 border-b-2 border-transparent text-sm font-semibold text-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={tabId(open)} className="mt-6">
        {tabs[visible]?.panel}
      </div>
    </>
  );
}
