/** The part of Swagger UI's options that is used here; the package ships no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    readonly url: string;
    readonly domNode: HTMLElement;
    readonly docExpansion: 'list' | 'full' | 'none';
    readonly defaultModelsExpandDepth: number;
    readonly supportedSubmitMethods: readonly string[];
    readonly validatorUrl: null;
    readonly plugins: readonly (() => object)[];
  }
  export default function SwaggerUI(options: Options): void;
}
