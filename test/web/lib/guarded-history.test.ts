/** Back, in a simulated browser whose traversals take their turn. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** As much of a window's history as the router uses. */
function simulatedWindow() {
  const entries = [{ path: '/', state: null as unknown }];
  const window = Object.assign(new EventTarget(), {
    location: { origin: 'https://fans.example' } as Location,
  });
  let at = 0;
  const waiting: number[] = [];
  const show = () =>
    Object.assign(window.location, {
      pathname: entries[at]!.path,
      search: '',
      hash: '',
      href: entries[at]!.path,
    });
  const history = {
    get state() {
      return entries[at]!.state;
    },
    pushState: (state: unknown, _: string, path: string) => {
      entries.splice(at + 1, Infinity, { path: new URL(path, 'https://fans.example').pathname, state });
      at += 1;
      show();
    },
    replaceState: (state: unknown, _: string, path = entries[at]!.path) => {
      entries[at] = { path, state };
      show();
    },
    go: (by: number) => void waiting.push(by),
  };
  show();
  const settle = () => {
    for (let by = waiting.shift(); by !== undefined; by = waiting.shift()) {
      if (!entries[at + by]) continue;
      at += by;
      show();
      window.dispatchEvent(new Event('popstate'));
    }
  };
  return { window: Object.assign(window, { history }), settle };
}

let browser: ReturnType<typeof simulatedWindow>;
beforeEach(() => {
  vi.resetModules();
  browser = simulatedWindow();
  vi.stubGlobal('window', browser.window);
  vi.stubGlobal('document', { defaultView: browser.window });
});
afterEach(() => vi.unstubAllGlobals());

async function openDialog() {
  const { appHistory } = await import('#web/lib/hooks/guarded-history.ts');
  const visited: string[] = [];
  appHistory.listen(({ location }) => visited.push(location.pathname));
  for (const path of ['/browse', '/fans', '/clip']) appHistory.push(path);
  visited.length = 0;
  const closed = vi.fn<() => void>(() => end());
  const end = appHistory.guard({ isForBack: true, isNeeded: () => true, onBlocked: closed });
  return { visited, closed };
}

it('Back closes a dialog and stays on its page', async () => {
  const { visited, closed } = await openDialog();
  browser.window.history.go(-1);
  browser.settle();
  expect([closed.mock.calls.length, visited, browser.window.location.pathname]).toEqual([1, [], '/clip']);
});

it('a second quick Back leaves the page, once the dialog is closed', async () => {
  const { visited, closed } = await openDialog();
  browser.window.history.go(-1);
  browser.window.history.go(-1);
  browser.settle();
  expect(closed).toHaveBeenCalledOnce();
  expect([visited, browser.window.location.pathname]).toEqual([['/fans'], '/fans']);
});

it('quick Backs that are all blocked leave the address as it is', async () => {
  const { appHistory } = await import('#web/lib/hooks/guarded-history.ts');
  const visited: string[] = [];
  appHistory.listen(({ location }) => visited.push(location.pathname));
  for (const path of ['/browse', '/fans', '/clip']) appHistory.push(path);
  visited.length = 0;
  const blocked = vi.fn<() => void>();
  appHistory.guard({ isNeeded: () => true, onBlocked: blocked });
  browser.window.history.go(-1);
  browser.window.history.go(-1);
  browser.settle();
  expect(blocked).toHaveBeenCalledTimes(2);
  expect([visited, browser.window.location.pathname]).toEqual([[], '/clip']);
});
