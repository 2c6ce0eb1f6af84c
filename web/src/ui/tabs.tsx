import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

interface Tab {
  readonly label: string;
  readonly panel: ReactNode;
}

interface TabsProps {
  /** Names the row of tabs for a screen reader. */
  readonly label: string;
  readonly tabs: readonly [Tab, ...Tab[]];
}

/** Tabs as the ARIA Authoring Practices describe them; the first one is open, arrow keys move. */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId();
  const [open, setOpen] = useState(0);
  const tabId = (index: number) => `${id}-tab-${index}`;

  const moveByKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = (open + step + tabs.length) % tabs.length;
    setOpen(next);
    document.getElementById(tabId(next))?.focus();
  };

  return (
    <>
      <div role="tablist" aria-label={label} className="flex gap-6 border-b border-line">
        {tabs.map((tab, index) => (
          <button
            key={tabId(index)}
            id={tabId(index)}
            type="button"
            role="tab"
            aria-selected={index === open}
            aria-controls={`${id}-panel`}
            tabIndex={index === open ? 0 : -1}
            onClick={() => setOpen(index)}
            onKeyDown={moveByKey}
            className="-mb-px h-11 border-b-2 border-transparent text-sm font-semibold text-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={tabId(open)} className="mt-6">
        {tabs[open]?.panel}
      </div>
    </>
  );
}
