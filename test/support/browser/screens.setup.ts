/** Runs before each file of the project `screens`. */
import { configure, getConfig } from '@testing-library/dom';

interface Shared {
  /** The properties of happy-dom's classes and of their prototypes, before the worker's first file. */
  firstProperties?: Map<object, PropertyDescriptorMap>;
}

// The files of a worker share happy-dom's classes, so that one file's changes of them would stay for the next.
const { firstProperties = new Map<object, PropertyDescriptorMap>() } = process as Shared;
for (const name of Object.getOwnPropertyNames(window)) {
  const value: unknown = Reflect.get(window, name);
  if (typeof value !== 'function' || typeof value.prototype !== 'object') continue;
  for (const owner of [value, value.prototype as object]) {
    const first = firstProperties.get(owner);
    if (first) restore(owner, first);
    else firstProperties.set(owner, Object.getOwnPropertyDescriptors(owner));
  }
}
(process as Shared).firstProperties = firstProperties;

function restore(owner: object, first: PropertyDescriptorMap): void {
  for (const key of Reflect.ownKeys(owner))
    if (!Object.hasOwn(first, key) && !Reflect.deleteProperty(owner, key))
      throw new Error(
        `An earlier test file added ${String(key)} to a class of the DOM: make it configurable.`,
      );
  Object.defineProperties(owner, first);
}

// Outside of a test's fake API there is no network: requests of a page that its test has left fail quietly.
window.fetch = async () => {
  throw new TypeError('Failed to fetch');
};

const { getElementError } = getConfig();

/** Whether the failing query is part of a wait, which repeats it. The option is missing in the library's types. */
const isRepeated = (): boolean =>
  (getConfig() as { readonly _disableExpensiveErrorDiagnostics?: boolean })
    ._disableExpensiveErrorDiagnostics === true;

/** By this name the library gives the last error the place of the test that waited. */
const elementError = (message: string | null): Error =>
  Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });

configure({
  // A screen's code is loaded on demand, which takes seconds on a busy machine.
  asyncUtilTimeout: 15_000,
  // The library prints the whole document into each error, and throws the errors of repeated queries away. Only the last
  // one of them, and that of a query which does not wait, get it here.
  getElementError: (message, container) =>
    isRepeated() ? elementError(message) : getElementError(message, container),
});
