"""Uses the client that openapi-python-client makes."""

import os
import re
from urllib.parse import parse_qs, urlsplit

from animal_store import AuthenticatedClient
from animal_store.api.animals import add_pet, get_pet, list_pets
from animal_store.models import PetInput, PetStatus

client = AuthenticatedClient(base_url=os.environ["API_URL"], token=os.environ["API_KEY"])

for new_pet in (
    PetInput(name="Rex", category_id=2**63 - 1, status=PetStatus.AVAILABLE),
    PetInput(name="Zoë 🐈", category_id=-(2**63)),
    PetInput(name="Kim", category_id=1, status=PetStatus("available")),
):
    pet = add_pet.sync(client=client, body=new_pet)
    print("added", pet.id, pet.name, pet.category_id, pet.status or "-")


def walk(**query):
    """The ids on all pages. The next page has the cursor of the URL in `Link`."""
    page = list_pets.sync_detailed(client=client, limit=1, **query)
    link = re.search('<([^>]*)>; rel="next"', page.headers.get("Link", ""))
    cursors = parse_qs(urlsplit(link[1]).query)["cursor"] if link else []
    return [pet.id for pet in page.parsed] + [id for cursor in cursors for id in walk(**{**query, "cursor": cursor})]


print("listed", *walk())
print("listed with the status", *walk(status=PetStatus("available")))
print("listed with the status", *walk(status=PetStatus.AVAILABLE))

failure = get_pet.sync(4, client=client)
print(failure.status, failure.code, failure.message)
