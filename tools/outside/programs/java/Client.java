import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

// The default client: its first request on a connection offers an upgrade to HTTP/2.
public class Client {
  static final HttpClient client = HttpClient.newHttpClient();
  static final String animal = "{\"name\":\"Rex\",\"categoryId\":9223372036854775807}";

  static HttpRequest.Builder request() {
    return HttpRequest.newBuilder(URI.create(System.getenv("API_URL") + "/pets"))
        .header("Authorization", "Bearer " + System.getenv("API_KEY"));
  }

  static void send(HttpClient by, HttpRequest request) throws Exception {
    var response = by.send(request, BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.version() + " " + response.body());
  }

  static HttpRequest add(BodyPublisher body, boolean asks) {
    return request().header("Content-Type", "application/json").expectContinue(asks).POST(body).build();
  }

  public static void main(String[] arguments) throws Exception {
    var chunked = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(animal.getBytes()));
    send(client, add(BodyPublishers.ofString(animal), false));
    send(client, add(chunked, false));
    send(HttpClient.newHttpClient(), add(chunked, false));
    send(HttpClient.newHttpClient(), add(BodyPublishers.ofString(animal), true));
    var other = HttpClient.newHttpClient();
    for (int count = 0; count < 2; count++) send(other, request().build());
  }
}
