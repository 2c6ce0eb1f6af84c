import type { Notice } from './licences.queries.ts';

/** Each library with its licence, to be opened. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  return (
    <div className="divide-y divide-line rounded-lg border border-line bg-surface">
      {notices.map(({ name, version, identifier, text }) => (
        <details key={`${name} ${version}`}>
          <summary className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5 text-sm">
            <span className="font-medium">{`${name} ${version}`}</span>
            <span className="text-soft">{identifier}</span>
          </summary>
          <p className="px-4 pb-4 text-sm wrap-anywhere whitespace-pre-line text-soft">
            {text ?? 'Its licence is the one named here; the library carries no text of it.'}
          </p>
        </details>
      ))}
    </div>
  );
}
