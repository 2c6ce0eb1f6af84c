/** Runs before each file of the project `screens`. */
import { configure, getConfig } from '@testing-library/dom';

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
