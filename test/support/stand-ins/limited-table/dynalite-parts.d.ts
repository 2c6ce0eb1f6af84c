/** The parts of dynalite that the in-memory table uses. */
declare module 'dynalite/db/index.js' {
  type Item = Readonly<Record<string, object>>;
  const db: {
    itemSize(item: Item): number;
    matchesExprFilter(item: Item, expression: object): boolean;
    mapPaths(paths: readonly unknown[], item: Item): Item;
    /** Returns AWS's error if the condition is not met. */
    checkConditional(input: object, item: Item | undefined): object | null | undefined;
  };
  export default db;
}

declare module 'dynalite/validations/index.js' {
  const validations: {
    checkTypes(input: object, types: object): object;
    /** Parses the expressions. Throws AWS's errors. */
    checkValidations(input: object, types: object, custom: unknown, store: object): void;
  };
  export default validations;
}

declare module 'dynalite/actions/updateItem.js' {
  type Done = (error: unknown, answer?: Readonly<Record<string, unknown>>) => void;
  export default function updateItem(store: object, input: object, done: Done): void;
}
