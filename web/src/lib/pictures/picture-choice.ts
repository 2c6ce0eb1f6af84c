/** A picture that is not uploaded yet; `url` shows it on this page. */
export interface NewPicture {
  readonly blob: Blob;
  readonly url: string;
}

/** The address of the present picture, empty for none, or a new one. */
export type PictureChoice = string | NewPicture;

/** The address under which a choice can be shown; empty for none. */
export const srcOf = (choice: PictureChoice): string => (typeof choice === 'string' ? choice : choice.url);
