// The page of /docs: Swagger UI 5 with the description of the service that the page came from. A classic script before this
// module has set SwaggerUIBundle.

import { forgetRefusedKey, giveKeysTo } from './api-key.js';

// Swagger UI has dark rules for this class, and does not set it itself.
const dark = matchMedia('(prefers-color-scheme: dark)');
const followColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.onchange = followColors;
followColors();

const mapValues = (record, change) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

// Swagger UI would send the example of each optional parameter.
const withoutExample = ({ example, ...parameter }) => (parameter.required ? { ...parameter, example } : parameter);

// Swagger UI gives each body 300 pixels, and an operation has a dozen errors of one shape: the code is enough.
const errorInShort = ({ description, content }) => {
  const { example, examples } = content['application/json'];
  const codes = examples === undefined ? [example.code] : Object.keys(examples);
  return { description: `${codes.map((code) => `\`${code}\``).join(', ')}: ${description}` };
};

// The page may call only the service that it came from: its own address with /v1 in the place of /docs.
const documentForPage = ({ info, servers, components, ...document }) => {
  const addresses = servers.filter(({ url }) => url.startsWith('http'));
  const lines = addresses.map(({ url, description }) => `\n- ${description}: \`${url}\``);
  return {
    ...document,
    info: {
      ...info,
      description: `${info.description}\n\n## For programs\n\n- [openapi.json](openapi.json)${lines.join('')}`,
    },
    servers: [{ url: new URL('v1', location.href).href }],
    components: {
      ...components,
      parameters: mapValues(components.parameters, withoutExample),
      responses: mapValues(components.responses, errorInShort),
      securitySchemes: mapValues(components.securitySchemes, (scheme) => ({
        ...scheme,
        description: 'Paste the API key without `Bearer`. The operator of the service issues keys.',
      })),
    },
  };
};

const keepNumber = (_name, value, { source }) => (typeof value === 'number' ? JSON.rawJSON(source) : value);

// Browsers from before 2025 have no JSON.rawJSON, so they show the text as it came.
const indent = (json) => (JSON.rawJSON ? JSON.stringify(JSON.parse(json, keepNumber), null, 2) : json);

const plugin = {
  wrapComponents: {
    // Swagger UI itself shows the result of JSON.parse, which rounds integers above 2^53.
    responseBody:
      (original, { React, getComponent }) =>
      (body) =>
        body.content && body.contentType === 'application/json'
          ? React.createElement(
              getComponent('HighlightCode', true),
              { language: 'json', canCopy: true, downloadable: true, fileName: 'response.json' },
              indent(body.content),
            )
          : React.createElement(original, body),
    // The dialog of Swagger UI 5 lets the focus out, and does not return it (swagger-api/swagger-ui#10706).
    authorizationPopup: (original, { React, authActions }) =>
      function Dialog(popup) {
        const dialog = React.useRef();
        const [opener] = React.useState(document.activeElement);
        React.useEffect(() => {
          dialog.current.showModal();
          dialog.current.querySelector('input')?.focus();
          return () => opener.focus();
        }, [opener]);
        const onCancel = () => authActions.showDefinitions(false);
        // Without this, Tab would also reach the controls of the browser.
        const onKeyDown = (event) => {
          if (event.key !== 'Tab') return;
          event.preventDefault();
          const controls = [...dialog.current.querySelectorAll('button, input')];
          const next = controls.indexOf(document.activeElement) + (event.shiftKey ? -1 : 1);
          controls.at(next % controls.length).focus();
        };
        const attributes = { ref: dialog, 'aria-label': 'API key', onCancel, onKeyDown };
        return React.createElement('dialog', attributes, React.createElement(original, popup));
      },
    // Swagger UI puts a link into a button.
    DeepLink:
      (_original, { React }) =>
      ({ text }) =>
        React.createElement('span', null, text),
  },
};

// Sets the attributes that Swagger UI leaves out, also on what appears later: those for screen readers and the keyboard, and those
// that keep browsers from storing the API key or sending it to a spelling checker.
const setAttributes = () => {
  for (const field of document.querySelectorAll('.auth-container input')) {
    field.setAttribute('aria-label', 'API key');
    field.setAttribute('autocomplete', 'off');
    field.setAttribute('spellcheck', 'false');
  }
  for (const control of document.querySelectorAll('.opblock :is(select, input, textarea):not([aria-label])')) {
    const part = control.closest('[data-param-name]')?.dataset.paramName ?? control.closest('.response')?.dataset.code;
    const kind = control.matches('.examples-select-element') ? 'example of ' : '';
    control.setAttribute(
      'aria-label',
      `${kind}${part ?? 'body'} of ${control.closest('.opblock').id.split('-').at(-1)}`,
    );
  }
  // Long texts scroll, also by the keyboard.
  for (const text of document.querySelectorAll('pre.microlight')) text.setAttribute('tabindex', '0');
  for (const table of document.querySelectorAll('table[role=region]')) table.removeAttribute('role');
  for (const button of document.querySelectorAll('.auth-btn-wrapper [aria-label]'))
    button.removeAttribute('aria-label');
  for (const button of document.querySelectorAll('.close-modal')) button.setAttribute('aria-label', 'Close');
  for (const heading of document.querySelectorAll('.auth-container h6')) heading.setAttribute('role', 'presentation');
  for (const [selector, name] of [
    ['.information-container', 'About'],
    ['.scheme-container', 'API key'],
  ]) {
    document.querySelector(selector)?.setAttribute('role', 'region');
    document.querySelector(selector)?.setAttribute('aria-label', name);
  }
  // The field with the focus is gone once the key is set.
  const dialog = document.querySelector('dialog');
  if (dialog?.contains(document.activeElement) === false) dialog.querySelector('.auth-btn-wrapper button').focus();
};
new MutationObserver(setAttributes).observe(document.body, { childList: true, subtree: true });

const response = await fetch('openapi.json');
const ui = SwaggerUIBundle({
  dom_id: '#api',
  spec: documentForPage(await response.json()),
  plugins: [plugin],
  // The contrast of the default theme is too low.
  syntaxHighlight: { theme: 'obsidian' },
  deepLinking: true,
  tryItOutEnabled: true,
  // The badge would send the address of the document to another host.
  validatorUrl: null,
  onComplete: () => giveKeysTo(ui),
  responseInterceptor: forgetRefusedKey,
});
