"""Uses the client that openapi-generator makes for Python."""

import os

from animal_store import AnimalsApi, ApiClient, Configuration, PetInput, PetStatus
from animal_store.exceptions import NotFoundException

configuration = Configuration(host=os.environ["API_URL"], access_token=os.environ["API_KEY"])
animals = AnimalsApi(ApiClient(configuration))

for new_pet in (
    PetInput(name="Rex", category_id=2**63 - 1, status=PetStatus.AVAILABLE),
    PetInput(name="Zoë 🐈", category_id=-(2**63)),
):
    pet = animals.add_pet(new_pet)
    print("added", pet.id, pet.name, pet.category_id, pet.status.value if pet.status else "-")

print("listed", *(pet.id for pet in animals.list_pets(limit=2)))
print("listed with the status", *(pet.id for pet in animals.list_pets(status=PetStatus.AVAILABLE)))

try:
    animals.get_pet(3)
except NotFoundException as failure:
    print(failure.data.status, failure.data.code, failure.data.message)
