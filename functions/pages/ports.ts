import type { OpenClip } from '../clips/index.ts';
import type { Channel } from '../../shared/channels/streamers.ts';
import type { Video } from '../../shared/videos/videos.ts';

export interface FindPorts {
  /** Whose channel has this name, in any case. */
  readonly findChannelId: (username: string) => Promise<string | null>;
  /** `null` where there is none that everybody may see. */
  readonly findVisibleChannel: (id: string) => Promise<Channel | null>;
  /** `null` where there is none that everybody may open. */
  readonly findOpenVideo: (id: string) => Promise<Video | null>;
}

export interface OembedPorts extends FindPorts {
  /** Where the site is, without a slash at the end. */
  readonly siteUrl: string;
}

export interface PagesPorts extends OembedPorts {
  /** Any category but the ten; `null` where nothing that is shown is in it. */
  readonly findCategory: (id: string) => Promise<{ readonly name: string } | null>;
  /** `null` where there is none that everybody may open. */
  readonly findOpenClip: (id: string) => Promise<OpenClip | null>;
  /** The application's document, as it was deployed last. */
  readonly readDocument: () => Promise<string>;
  readonly report: (step: string, error: unknown) => void;
}
