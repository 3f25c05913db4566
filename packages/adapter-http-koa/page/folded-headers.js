/**
 * The parts of Swagger UI's plugin interface that are used here.
 * @typedef {{ createElement(type: unknown, props: object | null, ...children: readonly unknown[]): unknown }} React
 * @typedef {{ readonly headers?: { readonly size: number } }} Documented
 */

/**
 * A plugin of Swagger UI that folds the headers of a documented response. Each response has at least three and each
 * operation a dozen responses, so unfolded headers would fill most of the page.
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
