import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { beforeEach, expect, it } from 'vitest';

const SCRIPT = readFileSync('web/public/theme.js', 'utf8');

interface Page {
  readonly localStorage: Storage;
  readonly document: { readonly documentElement: { readonly dataset: Record<string, string> } };
}

const CURRENT = { CSS: { registerProperty: () => {} } };
let elements: Record<string, { hidden: boolean }> = {};
beforeEach(() => {
  elements = {};
});

/** Runs the first script in a page with this storage. */
function open(storage: PropertyDescriptor, browser: object = CURRENT): Page {
  const page = {
    document: {
      documentElement: { dataset: {} },
      querySelectorAll: () => [],
      getElementById: (id: string) => (elements[id] ??= { hidden: id === 'old-browser' }),
    },
    addEventListener: (event: string, act: () => void) => event === 'DOMContentLoaded' && act(),
    ...browser,
    sessionStorage: {},
  };
  Object.defineProperty(page, 'localStorage', { configurable: true, ...storage });
  createContext(page);
  Object.assign(page, { window: page });
  runInContext(SCRIPT, page);
  return page as unknown as Page;
}

it('a page whose storage throws keeps its data in memory', () => {
  const { localStorage, document } = open({
    get: () => {
      throw new Error('SecurityError');
    },
  });
  expect(document.documentElement.dataset).toEqual({ theme: 'system', theater: '' });
  localStorage.setItem('token', 'abc');
  expect(localStorage.getItem('token')).toBe('abc');
  localStorage.removeItem('token');
  expect(localStorage.getItem('token')).toBeNull();
});

it('a page whose storage is full still reads what it stored', () => {
  const full = {
    theme: 'dark',
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  Object.defineProperty(full, 'setItem', { enumerable: false });
  const { localStorage, document } = open({ value: full });
  expect(document.documentElement.dataset).toEqual({ theme: 'dark', theater: '' });
  localStorage.setItem('token', 'abc');
  expect(localStorage.getItem('token')).toBe('abc');
});

const EMPTY = { value: { getItem: () => null, setItem: () => {} } };

it('a browser below the baseline gets the text that says so in place of the page', () => {
  open(EMPTY, { CSS: {} });
  expect(elements).toEqual({ root: { hidden: true }, 'old-browser': { hidden: false } });
});

it('a current browser gets the page', () => {
  open(EMPTY);
  expect(elements).toEqual({});
});
