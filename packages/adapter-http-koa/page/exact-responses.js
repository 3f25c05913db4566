import { indentJson } from './indent-json.js';

/**
 * The parts of Swagger UI's plugin interface that are used here.
 * @typedef {{ createElement(type: unknown, props: object | null, ...children: readonly unknown[]): unknown }} React
 * @typedef {{ readonly React: React, getComponent(name: string, isContainer: true): unknown }} System
 * @typedef {{ readonly content: unknown, readonly contentType?: string }} Body
 */

/**
 * A plugin of Swagger UI that shows the body of a response unchanged, except for the indentation. Swagger UI 5 itself
 * shows the result of `JSON.parse`, which rounds integers above 2^53.
 */
export const exactResponses = {
  wrapComponents: {
    /**
     * @param {unknown} original
     * @param {System} system
     * @returns {(body: Body) => unknown}
     */
    responseBody:
      (original, { React, getComponent }) =>
      (body) => {
        const { content, contentType } = body;
        if (typeof content !== 'string' || content === '' || contentType !== 'application/json') {
          return React.createElement(original, body);
        }
        const code = { language: 'json', canCopy: true, downloadable: true, fileName: 'response.json' };
        return React.createElement(
          'div',
          null,
          React.createElement('h5', null, 'Response body'),
          React.createElement(getComponent('HighlightCode', true), code, indentJson(content)),
        );
      },
  },
};
