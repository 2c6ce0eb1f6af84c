interface ImportMetaEnv {
  readonly VITE_SOURCE_URL?: string;
}
