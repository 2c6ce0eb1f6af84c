import type { Video } from '../../shared/videos.ts';

export interface PagesPorts {
  /** Whether somebody has this name, in any case. */
  readonly hasChannel: (username: string) => Promise<boolean>;
  /** `null` where there is none that everybody may open. */
  readonly findOpenVideo: (id: string) => Promise<Pick<Video, 'username'> | null>;
  /** The application's document, as it was deployed last. */
  readonly readDocument: () => Promise<string>;
  readonly report: (step: string, error: unknown) => void;
}
