import { Emote } from '../emotes/emote.tsx';
import type { Option } from './completion.ts';

interface CompletionListProps {
  readonly id: string;
  readonly options: readonly Option[];
  /** The index of the chosen one. */
  readonly at: number;
  readonly onTake: (index: number) => void;
}

export const optionId = (listId: string, at: number): string => `${listId}-${at}`;

/** What the word that is being written may become, above the field. */
export const CompletionList = ({ id, options, at, onTake }: CompletionListProps) => (
  <div
    id={id}
    role="listbox"
    aria-label="Suggestions"
    className="absolute inset-x-3 bottom-full z-20 mb-2 overflow-hidden rounded-lg border border-line bg-raised py-1 shadow-lg shadow-black/30"
  >
    {options.map(({ text, emote }, index) => (
      <button
        key={text}
        type="button"
        id={optionId(id, index)}
        role="option"
        aria-selected={index === at}
        tabIndex={-1}
        // The field keeps the focus.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onTake(index)}
        className={`flex w-full items-center gap-2 px-3 py-1.5 text-sm pointer-coarse:py-2.5 ${index === at ? 'bg-line' : ''}`}
      >
        {emote && <Emote name={emote} isNamed className="size-6" />}
        {text}
      </button>
    ))}
  </div>
);
