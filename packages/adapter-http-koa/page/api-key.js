// The API key of the page /docs. This module comes before the large script of Swagger UI, so that a key in the address is removed
// before that has loaded.

const notice = document.querySelector('#notice');

let ui;
let key;

const setKey = (next) => {
  key = next;
  if (key !== undefined) ui?.preauthorizeApiKey('bearerAuth', key);
  else ui?.authActions.logout(['bearerAuth']);
};

// A browser never sends a fragment. Pasted into a tab that shows the page already, the address loads nothing anew. Programs that
// pass links on encode them or cut them, so a key is looked for in every spelling and place.
const takeFromAddress = () => {
  const decodeByte = (_, hex) => String.fromCharCode(Number.parseInt(hex, 16));
  const address = (location.search + location.hash).replaceAll(/%([0-9a-f]{2})/gi, decodeByte);
  if (!/key=|ask_/i.test(address)) return;
  const [found] = /ask_[a-z2-7]{8}_[a-z2-7]{52}_[0-9a-f]{8}/.exec(address) ?? [];
  history.replaceState(null, '', location.pathname);
  setKey(found);
  notice.textContent =
    found === undefined
      ? 'The address had no complete API key, so none is set. Copy the whole address, or press Authorize.'
      : 'The API key of the address is set. The address no longer contains it.';
};
takeFromAddress();
addEventListener('hashchange', takeFromAddress);

/** Gives Swagger UI the keys that have come and that will come. */
export const giveKeysTo = (swaggerUi) => {
  ui = swaggerUi;
  if (key !== undefined) setKey(key);
};

/** Forgets a key that the service refuses, and says so. */
export const forgetRefusedKey = (response) => {
  const isRefused = response.status === 401 && ui.authSelectors.authorized().size > 0;
  if (isRefused) setKey(undefined);
  notice.textContent = isRefused
    ? 'The service refused the API key, so the page has forgotten it. A service in memory makes a new key at each start: ' +
      'open the address of this page that it prints then, or press Authorize.'
    : '';
  return response;
};
