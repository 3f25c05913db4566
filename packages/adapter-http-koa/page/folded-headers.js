/**
 * The parts of Swagger UI's plugin interface that are used here.
 * @typedef {{ createElement(type: unknown, props: object | null, ...children: readonly unknown[]): unknown }} React
 * @typedef {{ readonly headers?: { readonly size: number } }} Documented
 */

/**
 * A plugin of Swagger UI that folds away the headers of a documented answer. There are three on each of them and a
 * dozen answers an operation: unfolded, they are what one has to scroll past.
 */
export const foldedHeaders = {
  wrapComponents: {
    /**
     * @param {unknown} original
     * @param {{ readonly React: React }} system
     * @returns {(documented: Documented) => unknown}
     */
    headers:
      (original, { React }) =>
      (documented) =>
        documented.headers === undefined || documented.headers.size === 0
          ? null
          : React.createElement(
              'details',
              null,
              React.createElement('summary', null, 'Headers'),
              React.createElement(original, documented),
            ),
  },
};
