import type { People, Person } from './people.ts';

export interface StepOptions {
  readonly people: People;
  readonly signal: AbortSignal;
  readonly say: (words: string) => void;
}

interface ItemsOf<T> {
  readonly items: readonly T[];
  /** What is reported, before the reason. */
  readonly failed: (item: T, person: Person) => string;
  readonly act: (person: Person, item: T) => Promise<void>;
}

/** Has people add their items one after the other; reports failures, and continues with the next. */
export async function eachItem<T extends { readonly username: string }>(
  { people, signal, say }: StepOptions,
  { items, failed, act }: ItemsOf<T>,
): Promise<void> {
  for (const item of items) {
    const person = people.get(item.username);
    if (!person) continue;
    try {
      await act(person, item);
    } catch (error) {
      if (signal.aborted) return;
      say(`${failed(item, person)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
