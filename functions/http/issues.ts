import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Words for the first things wrong with a request: `Title is required. Tags must be at most 5.` */
export function describeIssues(issues: readonly Issue[]): string {
  const sentences = new Set(issues.slice(0, 5).map(describe));
  return [...sentences].join(' ');
}

function describe(issue: Issue): string {
  if (issue.code === 'unrecognized_keys')
    return `Unknown field: ${issue.keys.slice(0, 5).map(printable).join(', ')}.`;
  const field = issue.path.find((part) => typeof part === 'string');
  if (field === undefined) return 'The body must be a JSON object.';
  const message = /^(is|are|must|may) /.test(issue.message) ? issue.message : 'is not valid';
  return `${label(field)} ${message}.`;
}

/** `display_name` → `Display name`. */
const label = (field: string): string =>
  (field[0]?.toUpperCase() ?? '') + field.slice(1).replaceAll('_', ' ');

/** Names come from the caller: never echo more than a little, nor control characters. */
const printable = (name: string): string => name.slice(0, 40).replaceAll(/[^\w.-]/g, '?');
