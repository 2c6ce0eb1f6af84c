const Setting = ({ children }: { readonly children: string }) => (
  <b className="font-semibold text-ink">{children}</b>
);

/** How OBS Studio is set up: specification §2 (/go-live-advanced, quick setup guide). */
export function ObsGuide() {
  return (
    <section aria-labelledby="obs-guide" className="rounded-md border border-line p-4">
      <h3 id="obs-guide" className="font-semibold">
        Quick setup guide for OBS
      </h3>
      <ol className="mt-3 list-decimal space-y-2 pl-5 text-sm text-soft marker:text-soft">
        <li>
          In OBS open <Setting>Settings</Setting> → <Setting>Stream</Setting> and choose the service{' '}
          <Setting>Custom…</Setting>
        </li>
        <li>
          Paste the RTMP Server URL into <Setting>Server</Setting> and the Stream Key into{' '}
          <Setting>Stream Key</Setting>.
        </li>
        <li>
          Under <Setting>Output</Setting> choose the video encoder <Setting>x264</Setting> (or another H.264
          one), audio <Setting>AAC</Setting>, and a keyframe interval of <Setting>1–2 s</Setting>: the key
          counts on it, and with a longer one viewers may see the picture stop.
        </li>
        <li>
          Press <Setting>Start Streaming</Setting>. Your channel shows the picture a few seconds later.
        </li>
      </ol>
    </section>
  );
}
