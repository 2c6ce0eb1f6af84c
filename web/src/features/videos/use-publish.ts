/** What "Publish to Channel" does, without its looks: specification §4 (Video upload), §5 and §8. */
import { useState } from 'react';
import { detailOr } from '../../lib/api.ts';
import { statusOf } from '../../lib/retry.ts';
import { useToast } from '../../ui/toast.tsx';
import { EMPTY_VIDEO, publishBodyOf } from './video-form.ts';
import { usePublishVideo } from './videos.queries.ts';

/** Not found, too large, no video: what publishing answers when the upload is no more. */
const GONE: readonly number[] = [404, 413, 415];

interface UsePublishOptions {
  readonly videoUrl: string;
  readonly onPublished: () => void;
  /** The upload is no longer there: the server has looked into it and deleted it, or forgotten it. */
  readonly onGone: () => void;
}

/** The form about an upload, and its publication. */
export function usePublish({ videoUrl, onPublished, onGone }: UsePublishOptions) {
  const toast = useToast();
  const [form, setForm] = useState(EMPTY_VIDEO);
  const { mutateAsync, isPending } = usePublishVideo();

  const publish = async () => {
    const body = publishBodyOf(form, videoUrl);
    if (!body) {
      return toast({
        title: 'Missing information',
        description: 'Please fill in title and category',
        tone: 'danger',
      });
    }
    try {
      await mutateAsync(body);
    } catch (error) {
      toast({
        title: 'Publish failed',
        description: detailOr(error, 'Failed to publish video'),
        tone: 'danger',
      });
      return GONE.includes(statusOf(error) ?? 0) ? onGone() : undefined;
    }
    toast({ title: 'Video published!', tone: 'success' });
    onPublished();
  };
  return { form, setForm, isPublishing: isPending, publish };
}
