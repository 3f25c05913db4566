/**
 * The parts of Swagger UI's plugin interface and of the browser that are used here.
 * @typedef {{ createElement(type: unknown, props: object | null, ...children: readonly unknown[]): unknown }} React
 * @typedef {{
 *   readonly textContent: string | null,
 *   closest(selector: string): PageElement | null,
 *   querySelector(selector: string): PageElement | null,
 *   getAttribute(name: string): string | null,
 *   setAttribute(name: string, value: string): void,
 *   removeAttribute(name: string): void,
 * }} PageElement
 * @typedef {{ readonly body: unknown, querySelectorAll(selector: string): Iterable<PageElement> }} PageDocument
 * @typedef {new (listener: () => void) => { observe(target: unknown, changes: object): void }} Observer
 */

/** A plugin of Swagger UI that writes the path of an operation as text. Swagger UI 5 puts a link into a button. */
export const pathsAsText = {
  wrapComponents: {
    /**
     * @param {unknown} _original
     * @param {{ readonly React: React }} system
     * @returns {(link: { readonly text: string }) => unknown}
     */
    DeepLink:
      (_original, { React }) =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
};

/**
 * The operation that contains an element, such as `GET /pets`.
 * @param {PageElement} element
 */
const operationOf = (element) => {
  const operation = element.closest('.opblock');
  const parts = ['.opblock-summary-method', '.opblock-summary-path, .opblock-summary-path__deprecated'];
  return parts.map((part) => operation?.querySelector(part)?.textContent?.trim() ?? '').join(' ');
};

/**
 * The parameter, or the status of the response, that contains an element.
 * @param {PageElement} element
 */
const partOf = (element) => {
  const parameter = element.closest('[data-param-name]')?.getAttribute('data-param-name');
  const status = element.closest('.response')?.getAttribute('data-code');
  return parameter ?? (status ? `response ${status}` : 'request body');
};

/**
 * The elements without an accessible name in Swagger UI 5, and their names.
 * @type {readonly (readonly [selector: string, name: (element: PageElement) => string])[]}
 */
const names = [
  ['#servers', () => 'Server'],
  ['.content-type', (element) => `Media type of the ${partOf(element)} of ${operationOf(element)}`],
  ['.examples-select-element', (element) => `Example of the ${partOf(element)} of ${operationOf(element)}`],
  ['.opblock select, .opblock input, .opblock textarea', (element) => `${partOf(element)} of ${operationOf(element)}`],
  ['.responses-table:not(.live-responses-table)', (element) => `Responses of ${operationOf(element)}`],
  ['.live-responses-table', (element) => `Server response of ${operationOf(element)}`],
  ['.copy-to-clipboard button, .copy-to-clipboard', (element) => `Copy, ${operationOf(element)}`],
  ['.close-modal', () => 'Close'],
  ['.opblock-tag button', () => 'Fold or unfold all animals'],
];

/**
 * The parts of the page that surround the operations.
 * @type {readonly (readonly [selector: string, name: string])[]}
 */
const regions = [
  ['.information-container', 'About this API'],
  ['.scheme-container', 'Server and API key'],
];

/**
 * Gives each control of the page an accessible name, and its dialog a role, also those that appear later.
 * @param {{ readonly document: PageDocument, readonly MutationObserver: Observer }} page
 */
export const nameControls = ({ document, MutationObserver }) => {
  const nameAll = () => {
    for (const [selector, name] of names) {
      for (const element of document.querySelectorAll(`:is(${selector}):not([aria-label])`)) {
        element.setAttribute('aria-label', name(element));
      }
    }
    for (const [selector, name] of regions) {
      for (const element of document.querySelectorAll(`${selector}:not([role])`)) {
        element.setAttribute('role', 'region');
        element.setAttribute('aria-label', name);
      }
    }
    // Swagger UI calls this button "Apply credentials", and a person who sees it "Authorize".
    for (const button of document.querySelectorAll('.auth-btn-wrapper [aria-label="Apply credentials"]')) {
      button.removeAttribute('aria-label');
    }
    for (const dialog of document.querySelectorAll('.dialog-ux .modal-ux:not([role])')) {
      dialog.setAttribute('role', 'dialog');
      dialog.setAttribute('aria-modal', 'true');
      dialog.setAttribute('aria-label', 'API key');
    }
  };
  new MutationObserver(nameAll).observe(document.body, { childList: true, subtree: true });
  nameAll();
};
