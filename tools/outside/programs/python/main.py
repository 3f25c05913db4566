"""Uses the client that openapi-generator makes for Python."""

import os
import re
from urllib.parse import parse_qs, urlsplit

from animal_store import AnimalsApi, ApiClient, Configuration, PetInput, PetStatus
from animal_store.exceptions import NotFoundException

configuration = Configuration(host=os.environ["API_URL"], access_token=os.environ["API_KEY"])
animals = AnimalsApi(ApiClient(configuration))

for new_pet in (
    PetInput(name="Rex", category_id=2**63 - 1, status=PetStatus.AVAILABLE),
    PetInput(name="Zoë 🐈", category_id=-(2**63)),
    PetInput(name="Kim", category_id=1, status="available"),
):
    pet = animals.add_pet(new_pet)
    print("added", pet.id, pet.name, pet.category_id, pet.status.value if pet.status else "-")


def walk(**query):
    """The ids on all pages. The next page has the cursor of the URL in `Link`."""
    page = animals.list_pets_with_http_info(limit=1, **query)
    # This client keeps the names of headers as they came. HTTP/2 has them in lower case.
    headers = {name.lower(): value for name, value in page.headers.items()}
    link = re.search('<([^>]*)>; rel="next"', headers.get("link", ""))
    cursors = parse_qs(urlsplit(link[1]).query)["cursor"] if link else []
    return [pet.id for pet in page.data] + [id for cursor in cursors for id in walk(**{**query, "cursor": cursor})]


print("listed", *walk())
print("listed with the status", *walk(status="available"))
print("listed with the status", *walk(status=PetStatus.AVAILABLE))

try:
    animals.get_pet(4)
except NotFoundException as failure:
    print(failure.data.status, failure.data.code, failure.data.message)
