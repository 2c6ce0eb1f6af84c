interface ImportMetaEnv {
  /** Where the source is to be had, as the footer links it. @default nowhere */
  readonly VITE_SOURCE_URL?: string;
}
