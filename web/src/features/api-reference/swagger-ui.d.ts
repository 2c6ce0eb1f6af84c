/** The options of Swagger UI in use here. The package ships no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { createElement, FunctionComponent } from 'react';

  /** A plugin's argument. Elements need the library's own React. */
  interface System {
    readonly React: { readonly createElement: typeof createElement };
  }
  interface Parts {
    /** Returns a component by name. `withProps` connects it to the library's properties. */
    getComponent(name: string, withProps: boolean): FunctionComponent<object>;
    readonly specSelectors: { loadingStatus(): 'loading' | 'success' | 'failed' | undefined };
  }
  interface Options {
    readonly url: string;
    readonly domNode: HTMLElement;
    readonly docExpansion: 'list' | 'full' | 'none';
    readonly defaultModelsExpandDepth: number;
    readonly supportedSubmitMethods: readonly string[];
    readonly validatorUrl: null;
    readonly syntaxHighlight: { readonly theme: string };
    readonly plugins: readonly ((system: System) => object)[];
    readonly layout: string;
  }
  export default function SwaggerUI(options: Options): void;
}
