import type * as z from 'zod/mini';
import { fieldWords } from '../../shared/plain/words/field-words.ts';

type Issue = z.core.$ZodIssue;

/** Describes the first issues of a request: `Title is required. Tags must be at most 5.` */
export function describeIssues(issues: readonly Issue[]): string {
  const sentences = new Set(issues.slice(0, 5).map(describe));
  return [...sentences].join(' ');
}

function describe(issue: Issue): string {
  if (issue.code === 'unrecognized_keys')
    return `Unknown field: ${issue.keys.slice(0, 5).map(printable).join(', ')}.`;
  if (isSentence(issue.message)) return issue.message;
  const field = issue.path.find((part) => typeof part === 'string');
  if (field === undefined) return 'The body must be a JSON object.';
  const message = /^(is|are|must|may) /.test(issue.message) ? issue.message : 'is not valid';
  return `${fieldWords(field)} ${message}.`;
}

/** Some rules bring a whole sentence: `This file is empty.` zod's own messages end without a full stop. */
const isSentence = (words: string): boolean => /^[A-Z].*\.$/.test(words);

/** Names come from the caller: never echo long ones or control characters. */
const printable = (name: string): string => name.slice(0, 40).replaceAll(/[^\w.-]/g, '?');
