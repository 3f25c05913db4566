"""The steps of expected.txt with the client that openapi-generator makes for Python."""

import os
import re

from animal_store import AnimalsApi, ApiClient, Configuration, PetInput, PetStatus
from animal_store.exceptions import NotFoundException

configuration = Configuration(host=os.environ["API_URL"], access_token=os.environ["API_KEY"])
animals = AnimalsApi(ApiClient(configuration))


def show(verb, pet):
    print(verb, pet.id, pet.name, pet.category_id, pet.status.value if pet.status else "-")


for new_pet in (
    PetInput(name="Rex", category_id=2**63 - 1, status=PetStatus.AVAILABLE),
    PetInput(name="Zoë 🐈", category_id=-(2**63), status=PetStatus.SOLD),
    PetInput(name="Tom", category_id=1),
):
    show("added", animals.add_pet(new_pet))

# Every page but the last has a Link to the next one.
cursor = None
while True:
    page = animals.list_pets_with_http_info(limit=2, cursor=cursor)
    print("page", *(pet.id for pet in page.data))
    link = re.search(r'[?&]cursor=([^&>]+)[^>]*>; rel="next"', page.headers.get("Link", ""))
    if not link:
        break
    cursor = link[1]

print("sold", *(pet.id for pet in animals.list_pets(status=PetStatus.SOLD)))

show("fetched", animals.get_pet(1))

try:
    animals.get_pet(4)
except NotFoundException as failure:
    print(failure.data.status, failure.data.code, failure.data.message)
