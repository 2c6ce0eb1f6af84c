/** The part of Swagger UI's options that is used here; the package ships no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { createElement, FunctionComponent } from 'react';

  /** What a plugin is given. The library brings a React of its own; ours makes other elements. */
  interface System {
    readonly React: { readonly createElement: typeof createElement };
  }
  /** What a layout is given. */
  interface Parts {
    /** A component by its name; `withProps`, one that takes its properties from the library. */
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
    /** The name of the component that is all of it. */
    readonly layout: string;
  }
  export default function SwaggerUI(options: Options): void;
}
