import type { Budgets } from '../limits/ports.ts';
import type { PictureUpload } from '../../shared/pictures.ts';
import type { PictureType } from './picture-type.ts';

/** Where pictures wait for their check, and where the site shows them from. */
export interface PictureStorage {
  /** A form that takes one picture of this type and at most this size, for a few minutes. */
  createUpload(
    upload: PictureKey,
    type: string,
    maxBytes: number,
  ): Promise<Pick<PictureUpload, 'url' | 'fields'>>;
  /** Size and first bytes of what was uploaded; `null` when nothing was. */
  inspect(upload: PictureKey): Promise<{ readonly sizeBytes: number; readonly head: Uint8Array } | null>;
  discard(upload: PictureKey): Promise<void>;
  /** Copies the upload to where the site shows it from; answers its address on the site. */
  publish(upload: PictureKey, extension: string, type: PictureType): Promise<string>;
}

export interface PictureKey {
  readonly channelId: string;
  readonly pictureId: string;
}

export interface PicturesPorts {
  readonly pictures: PictureStorage;
  readonly budgets: Pick<Budgets, 'take'>;
  readonly newId: () => string;
}
