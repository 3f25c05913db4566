// The steps of expected.txt with the client that openapi-generator makes for Java.
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.api.AnimalsApi;
import org.openapitools.client.model.Error;
import org.openapitools.client.model.Pet;
import org.openapitools.client.model.PetInput;
import org.openapitools.client.model.PetStatus;

class Main {
  static final Pattern NEXT_CURSOR = Pattern.compile("[?&]cursor=([^&>]+)[^>]*>; rel=\"next\"");

  static void show(String verb, Pet pet) {
    Object status = pet.getStatus() == null ? "-" : pet.getStatus();
    System.out.println(verb + " " + pet.getId() + " " + pet.getName() + " " + pet.getCategoryId() + " " + status);
  }

  @SuppressWarnings("deprecation")
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("API_URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("API_KEY")));
    AnimalsApi animals = new AnimalsApi(client);

    show("added", animals.addPet(new PetInput().name("Rex").categoryId(Long.MAX_VALUE).status(PetStatus.AVAILABLE), null));
    show("added", animals.addPet(new PetInput().name("Zoë 🐈").categoryId(Long.MIN_VALUE).status(PetStatus.SOLD), null));
    show("added", animals.addPet(new PetInput().name("Tom").categoryId(1L), null));

    // Every page but the last has a Link to the next one.
    String cursor = null;
    do {
      ApiResponse<List<Pet>> page = animals.listPetsWithHttpInfo(2, null, cursor);
      System.out.println(page.getData().stream().map(pet -> " " + pet.getId()).collect(Collectors.joining("", "page", "")));
      var next = NEXT_CURSOR.matcher(page.getHeaders().getOrDefault("link", List.of("")).get(0));
      cursor = next.find() ? next.group(1) : null;
    } while (cursor != null);

    for (Pet pet : animals.listPets(null, PetStatus.SOLD, null)) System.out.println("sold " + pet.getId());

    show("fetched", animals.getPet(1L));

    try {
      animals.getPet(4L);
    } catch (ApiException failure) {
      Error reason = client.getObjectMapper().readValue(failure.getResponseBody(), Error.class);
      System.out.println(reason.getStatus() + " " + reason.getCode() + " " + reason.getMessage());
    }
  }
}
