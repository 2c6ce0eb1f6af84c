import { copyText } from '../../lib/copy-text.ts';
import { useToast } from './toast.tsx';

/** Answers a function that copies a text and says so in a toast: "Copied!" (specification §8). */
export function useCopy(): (text: string) => Promise<void> {
  const toast = useToast();
  return async (text) => {
    if (await copyText(text)) toast({ title: 'Copied!', tone: 'success' });
    else toast({ title: 'Error', description: 'Could not copy', tone: 'danger' });
  };
}
