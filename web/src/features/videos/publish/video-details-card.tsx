import { Send } from 'lucide-react';
import type { FormEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type UsePublishOptions, usePublish } from './use-publish.ts';
import { VideoFields } from '../edit/video-fields.tsx';

interface VideoDetailsCardProps extends UsePublishOptions {
  /** The uploaded file, where this page still has it. */
  readonly film: File | null;
}

/** "Video Details": specification §2 (/upload). */
export function VideoDetailsCard({ film, ...options }: VideoDetailsCardProps) {
  const { form, setForm, misses, isPublishing, publish } = usePublish(options);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    publish();
  };
  return (
    <Card title="Video Details" description="What viewers see beside your video.">
      {/* §5 answers missing fields with a toast, so the browser's own bubbles stay out. */}
      <form onSubmit={submit} noValidate className="space-y-6">
        <VideoFields form={form} onChange={setForm} film={film} misses={misses} disabled={isPublishing} />
        <Button type="submit" size="lg" busy={isPublishing} className="w-full">
          {!isPublishing && <Send className="size-5" />}
          {isPublishing ? 'Publishing...' : 'Publish to Channel'}
        </Button>
      </form>
    </Card>
  );
}
