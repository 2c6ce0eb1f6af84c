/** The browser's service workers; `null` where it has none, and in a sandboxed frame, where reading them throws. */
export function serviceWorkers(): ServiceWorkerContainer | null {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}
