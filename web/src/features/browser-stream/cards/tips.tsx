const TIPS = [
  'Stand beside the draught, not in it: moving air on a microphone is nothing but rumble.',
  'A wired microphone, an arm’s length from the fan, carries the hum without the wind noise.',
  'Daylight shows blades as they turn; a flickering lamp makes them seem to stand still.',
  'Put the device on something that does not shake with the fan, and plug it in.',
  'Keep this page in front: a phone that is locked, or shows another app, stops its camera.',
];

/** How a fan looks and sounds its best. */
export function Tips() {
  return (
    <section aria-labelledby="tips" className="rounded-md border border-line p-4">
      <h3 id="tips" className="font-semibold">
        Tips
      </h3>
      <ul className="mt-2 list-disc space-y-1.5 pl-5 text-sm text-soft marker:text-accent">
        {TIPS.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </section>
  );
}
