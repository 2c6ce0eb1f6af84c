import type { Budgets } from '../limits/ports.ts';
import type { PictureUpload } from '../../shared/channels/pictures.ts';
import type { PictureType } from './files/picture-type.ts';

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
  /** All of it; `null` when nothing was uploaded. */
  read(upload: PictureKey): Promise<Uint8Array | null>;
  discard(upload: PictureKey): Promise<void>;
  /** Puts a picture where the site shows it from; answers its address on the site. */
  publish(upload: PictureKey, picture: PublishedPicture): Promise<string>;
}

export interface PublishedPicture {
  readonly bytes: Uint8Array;
  readonly extension: string;
  readonly type: PictureType;
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
