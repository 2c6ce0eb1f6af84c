import { Send } from 'lucide-react';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { usePublish } from './use-publish.ts';
import { VideoFields } from './video-fields.tsx';

interface VideoDetailsCardProps {
  readonly videoUrl: string;
  readonly onPublished: () => void;
  readonly onGone: () => void;
}

/** "Video Details": specification §2 (/upload). */
export function VideoDetailsCard(props: VideoDetailsCardProps) {
  const { form, setForm, isPublishing, publish } = usePublish(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void publish();
  };
  return (
    <Card title="Video Details" description="What viewers see beside your video.">
      {/* §5 answers missing fields with a toast, so the browser's own bubbles stay out. */}
      <form onSubmit={submit} noValidate className="space-y-6">
        <VideoFields form={form} onChange={setForm} disabled={isPublishing} />
        <Button type="submit" size="lg" busy={isPublishing} className="w-full">
          {!isPublishing && <Send aria-hidden="true" className="size-5" />}
          {isPublishing ? 'Publishing...' : 'Publish to Channel'}
        </Button>
      </form>
    </Card>
  );
}
