/** What "Publish to Channel" does, without its looks: specification §4 (Video upload), §5 and §8. */
import { useState } from 'react';
import { detailOr } from '../../lib/api.ts';
import { useToast } from '../../ui/toast.tsx';
import { EMPTY_VIDEO, publishBodyOf } from './video-form.ts';
import { usePublishVideo } from './videos.queries.ts';

/** The form about an upload, and its publication. */
export function usePublish(videoUrl: string, onPublished: () => void) {
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
      return toast({
        title: 'Publish failed',
        description: detailOr(error, 'Failed to publish video'),
        tone: 'danger',
      });
    }
    toast({ title: 'Video published!', tone: 'success' });
    onPublished();
  };
  return { form, setForm, isPublishing: isPending, publish };
}
