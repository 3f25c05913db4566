import {
  type AnimalStoreClient,
  AnimalStoreError,
  createAnimalStoreClient,
  type Pet,
  type PetPage,
  petStatuses,
} from '@animal-store/client';

const byId = <E extends HTMLElement>(id: string, type: new () => E): E => {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`the page has no ${id}`);
};

const listForm = byId('list', HTMLFormElement);
const addForm = byId('add', HTMLFormElement);
const animals = byId('animals', HTMLUListElement);
const nextButton = byId('next', HTMLButtonElement);
const message = byId('message', HTMLParagraphElement);

const fieldOf = (form: HTMLFormElement, name: string): string => String(new FormData(form).get(name));
const statusIn = (form: HTMLFormElement) => petStatuses.find((status) => status === fieldOf(form, 'status'));

// The service has the same origin as the page. The key is typed in: anyone who opens a page can read a key in it.
const connect = (): AnimalStoreClient =>
  createAnimalStoreClient({ baseUrl: '/v1', apiKey: fieldOf(listForm, 'apiKey') });

const toText = ({ id, name, categoryId, status }: Pet): string =>
  `${id}: ${name}, category ${categoryId}, ${status ?? 'no status'}`;

const toItem = (pet: Pet): HTMLLIElement => Object.assign(document.createElement('li'), { textContent: toText(pet) });

const explain = (error: AnimalStoreError): string => {
  switch (error.code) {
    case 'unauthorized':
      return 'The API key is not valid.';
    case 'connection_failed':
    case 'timed_out':
    case 'service_unavailable':
      return 'The service does not respond. Try again later.';
    default:
      return `${error.code}: ${error.message}`;
  }
};

/** Does something and shows what comes of it. */
const show = async (work: () => Promise<string>): Promise<void> => {
  try {
    message.textContent = await work();
  } catch (error) {
    if (error instanceof AnimalStoreError) message.textContent = explain(error);
    // The client does not send a category outside of 64 bits.
    else if (error instanceof RangeError) message.textContent = error.message;
    else throw error;
  }
};

const showPage = ({ pets, next }: PetPage): string => {
  animals.replaceChildren(...pets.map(toItem));
  nextButton.hidden = next === undefined;
  nextButton.onclick = next === undefined ? null : () => show(async () => showPage(await connect().listPets(next)));
  return `${pets.length} on this page.`;
};

for (const form of [listForm, addForm]) {
  const select = form.elements.namedItem('status');
  if (select instanceof HTMLSelectElement) select.append(...petStatuses.map((status) => new Option(status)));
}

listForm.onsubmit = (event) => {
  event.preventDefault();
  show(async () => showPage(await connect().listPets({ limit: 5, status: statusIn(listForm) })));
};

addForm.onsubmit = (event) => {
  event.preventDefault();
  show(async () => {
    // An integer of 64 bits is exact as a bigint only, so its text never becomes a number.
    const categoryId = BigInt(fieldOf(addForm, 'categoryId'));
    const pet = await connect().addPet({ name: fieldOf(addForm, 'name'), categoryId, status: statusIn(addForm) });
    return `Added ${toText(pet)}.`;
  });
};
