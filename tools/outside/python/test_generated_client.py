"""Uses a client that was generated from the OpenAPI document, on a running service with an empty store."""

import os
import re

import pytest

from animal_store_client import AuthenticatedClient
from animal_store_client.api.animals import add_pet, get_pet, list_pets
from animal_store_client.models import Error, ErrorCode, PetInput, Pet, PetStatus
from animal_store_client.types import UNSET

MAX = 2**63 - 1
MIN = -(2**63)

ADDED = [
    PetInput(name=f"animal {number} é 🐈", category_id=category, status=status)
    for number, (category, status) in enumerate(
        (category, status) for category in (MAX, MIN, 0, 2**53 + 1) for status in (*PetStatus, UNSET) * 3
    )
]


def client_with(token: str) -> AuthenticatedClient:
    return AuthenticatedClient(f"{os.environ['API_URL']}/v1", token=token, raise_on_unexpected_status=True)


@pytest.fixture(scope="module")
def client():
    with client_with(os.environ["API_KEY"]) as client:
        yield client


@pytest.fixture(scope="module")
def pets(client):
    """The animals, added once for all tests."""
    return [add_pet.sync(client=client, body=new_pet) for new_pet in ADDED]


def walk(client, **query):
    """All pages, as a client walks them: by the cursor of each Link."""
    pages, cursor = [], UNSET
    while cursor is not None:
        page = list_pets.sync_detailed(client=client, cursor=cursor, **query)
        assert page.status_code == 200
        pages.append(page.parsed)
        link = re.search(r'[?&]cursor=([^&>]+)>; rel="next"', page.headers.get("link", ""))
        cursor = link and link[1]
    return pages


def test_an_animal_comes_back_as_it_was_sent(pets):
    assert all(isinstance(pet, Pet) for pet in pets)
    assert [PetInput(name=pet.name, category_id=pet.category_id, status=pet.status) for pet in pets] == ADDED
    assert pets[0].category_id == 9223372036854775807


def test_all_pages_together_are_what_was_added(client, pets):
    pages = walk(client, limit=10)
    assert [len(page) for page in pages] == [10, 10, 10, 10, 8]
    assert sum(pages, []) == pets


def test_a_filter_keeps_its_status_from_page_to_page(client, pets):
    pages = walk(client, limit=5, status=PetStatus.SOLD)
    assert [len(page) for page in pages] == [5, 5, 2]
    assert sum(pages, []) == [pet for pet in pets if pet.status == PetStatus.SOLD]


def test_one_animal_is_fetched_by_its_id(client, pets):
    for pet in pets:
        assert get_pet.sync(pet.id, client=client) == pet


@pytest.mark.parametrize("pet_id", [0, -1, MAX, MIN, MAX + 1])
def test_no_animal_has_the_id(client, pet_id):
    assert get_pet.sync(pet_id, client=client) == Error(ErrorCode.NOT_FOUND, "no animal has this id", 404)


def test_what_is_no_int64_is_refused(client):
    answer = add_pet.sync(client=client, body=PetInput(name="Rex", category_id=MAX + 1))
    assert (answer.code, answer.status) == (ErrorCode.INVALID_REQUEST, 400)


def test_a_repeated_creation_makes_one_animal(client):
    rex, tom = PetInput(name="Rex", category_id=1), PetInput(name="Tom", category_id=1)
    first = add_pet.sync(client=client, body=rex, idempotency_key="order-17")
    assert add_pet.sync(client=client, body=rex, idempotency_key="order-17") == first
    assert add_pet.sync(client=client, body=tom, idempotency_key="order-17").code == ErrorCode.IDEMPOTENCY_KEY_REUSED


def test_a_wrong_key_is_an_error_that_the_client_understands():
    with client_with("wrong") as stranger:
        answer = list_pets.sync(client=stranger)
    assert (answer.code, answer.status) == (ErrorCode.UNAUTHORIZED, 401)
