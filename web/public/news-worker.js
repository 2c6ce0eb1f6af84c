/**
 * The service worker of news, and of nothing else: it shows what is pushed. Registered once somebody turns that on
 * (`web/src/lib/push/browser-push.ts`). A push is `{ title, body, path, tag, lang, dir }` (`functions/news/delivery/content.ts`).
 */
self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())));

async function show({ title, body, path, tag, lang, dir }) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage('news');
  // A focused page of this address shows it already.
  if (pages.some((page) => page.focused && new URL(page.url).pathname === path)) return;
  const icon = '/icon-192.png';
  await self.registration.showNotification(title, {
    body,
    tag,
    lang,
    dir,
    icon,
    badge: icon,
    data: { path },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === url.pathname);
  // By this the page knows that its viewer came from a notification (`web/src/lib/viewer-origin.ts`).
  url.searchParams.set('notified', '');
  await (there ? there.focus() : self.clients.openWindow(url.href));
}

/** The push service has ended the subscription of this browser. Subscribes again for the user who is signed in here. */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription()));

async function renewSubscription() {
  // The cookie's next token is asked for by one tab, or this worker, at a time (`web/src/lib/api/session/refresh.ts`).
  const { token } = await self.navigator.locks.request('session', () => ask('POST', '/api/auth/refresh'));
  const { push_key } = await ask('GET', '/api/news/unread', { token });
  const { pushManager } = self.registration;
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push_key });
  await ask('PUT', '/api/news/browsers', { token, body: made.toJSON() });
}

async function ask(method, path, { token, body } = {}) {
  const response = await fetch(path, {
    method,
    cache: 'no-store',
    signal: AbortSignal.timeout(20_000),
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
  return response.json();
}
