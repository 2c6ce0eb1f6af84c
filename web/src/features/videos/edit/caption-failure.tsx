import { ApiFailure, detailOr } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { UnreadableFile } from './caption-file.ts';

/** Why a file was not saved: a sentence, then those about its lines. */
export async function sentencesOf(error: unknown): Promise<readonly string[]> {
  if (error instanceof UnreadableFile) return [error.message];
  const issues = error instanceof ApiFailure ? (error.issues ?? []) : [];
  const { faultText } = await import('#web/lib/api/error-texts.ts');
  const sentences = issues.flatMap((issue) => faultText(issue) ?? []);
  return sentences.length > 0 ? sentences : [detailOr(error, t('videos.captionsFailed'))];
}

export function CaptionFailure({ sentences: [first, ...others] }: { readonly sentences: readonly string[] }) {
  return (
    <div role="alert" className="text-sm text-danger empty:hidden">
      {first && <p>{first}</p>}
      {others.length > 0 && (
        <ul className="mt-1 list-disc space-y-1 ps-5">
          {others.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
